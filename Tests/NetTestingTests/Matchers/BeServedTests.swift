import Foundation
import Net
import NetTesting
import Testing

@Suite struct BeServedTests {
  private func head(_ status: CacheStatus?) -> ResponseHead {
    var head = ResponseHead(status: 200)
    head.cacheStatus = status
    return head
  }

  private func source(_ status: CacheStatus?) -> [ResponseSource] {
    [.cache, .validatedCache, .network].filter { source in
      let matcher: Matcher<ResponseHead> = beServed(from: source)
      if case .matches = matcher.verdict(on: head(status)) { return true }
      return false
    }
  }

  @Test func hitsAndStaleResponsesComeFromTheCache() {
    #expect(source(.hit(age: .seconds(1))) == [.cache])
    #expect(source(.stale(age: .seconds(1), .error)) == [.cache])
  }

  @Test func aConfirmedResponseComesFromTheValidatedCache() {
    #expect(source(.revalidated(age: .zero)) == [.validatedCache])
  }

  @Test func allOtherResponsesComeFromTheNetwork() {
    #expect(source(.miss(.uriMiss)) == [.network])
    #expect(source(.bypass(.method)) == [.network])
    #expect(source(.coalesced) == [.network])
    #expect(source(nil) == [.network])
  }

  @Test func aFailureNamesTheCacheStatus() {
    let matcher: Matcher<ResponseHead> = beServed(from: .cache)
    #expect(matcher.expected == "a response from the cache")
    #expect(matcher.verdict(on: head(.miss(.uriMiss))) == .differs(got: "miss(uri-miss)"))
  }

  @Test func aMockedNetworkWithACacheServesFromIt() async {
    var configuration = NetworkingMock.defaultConfiguration
    configuration.cache = .memory(limit: 1 << 16)
    let network = NetworkingMock(configuration: configuration)
    network.stub(
      .get("/items"), with: StubResponse.json("[1]").header("Cache-Control", "max-age=60"), times: .times(1))
    let first = await network.get("/items").response(.data)
    let second = await network.get("/items").response(.data)
    expect(first).to(beServed(from: .network))
    expect(second).to(beServed(from: .cache))
    // Both were made by the code under test; the stub answered one of them.
    #expect(network.requests.count == 2)
  }
}
