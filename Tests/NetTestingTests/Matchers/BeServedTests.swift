import Foundation
import Net
import NetTesting
import TestSupport
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
    expectEqual(source(.hit(age: .seconds(1))), [.cache])
    expectEqual(source(.stale(age: .seconds(1), .error)), [.cache])
  }

  @Test func aConfirmedResponseComesFromTheValidatedCache() {
    expectEqual(source(.revalidated(age: .zero)), [.validatedCache])
  }

  @Test func allOtherResponsesComeFromTheNetwork() {
    expectEqual(source(.miss(.uriMiss)), [.network])
    expectEqual(source(.bypass(.method)), [.network])
    expectEqual(source(.coalesced), [.network])
    expectEqual(source(nil), [.network])
  }

  @Test(arguments: [ResponseSource.cache, .validatedCache, .network])
  func aRequestWithoutAResponseIsServedByNobody(_ source: ResponseSource) async {
    var configuration = NetworkingMock.defaultConfiguration
    configuration.cache = .memory(limit: 1 << 16)
    let network = NetworkingMock(configuration: configuration)
    network.stub(.get("/down"), with: .failure(URLError(.cannotConnectToHost)))
    let responses = [
      await network.get("/down").response(.data), await network.get("http://[::1").response(.data),
      await network.get("/nothing").cache(.onlyCached).response(.data),
      await network.get("/nothing").cache(.onlyCached).unvalidated().response(.data),
    ]
    for response in responses {
      let matcher: Matcher<DataResponse<Data>> = beServed(from: source)
      expectEqual(matcher.verdict(on: response), .neither(got: "no response"))
    }
    let errors: Matcher<NetworkError> = beServed(from: source)
    for error in [responses[0].error, responses[2].error] {
      expectEqual(error.map { errors.verdict(on: $0) }, .neither(got: "no response"))
    }
    let heads: Matcher<ResponseHead> = beServed(from: source)
    expectEqual(responses[3].response.map { heads.verdict(on: $0) }, .neither(got: "no response"))
  }

  @Test(arguments: [ResponseSource.cache, .validatedCache, .network])
  func withoutACacheOnlyCachedIsServedByNobody(_ source: ResponseSource) async {
    let response = await NetworkingMock().get("/nothing").cache(.onlyCached).unvalidated().response(.data)
    let matcher: Matcher<DataResponse<Data>> = beServed(from: source)
    expectEqual(response.response?.status, 504)
    expectEqual(matcher.verdict(on: response), .neither(got: "no response"))
  }

  /// It has the status and the cache status of the response that a cache makes.
  @Test func aGatewayTimeoutOfAServerComesFromTheNetwork() async {
    var configuration = NetworkingMock.defaultConfiguration
    configuration.cache = .memory(limit: 1 << 16)
    let network = NetworkingMock(configuration: configuration)
    network.stub(.get("/slow"), with: StubResponse.status(504).header("Content-Length", "0"))
    let response = await network.get("/slow").unvalidated().response(.data)
    expectEqual(response.cacheStatus, .miss(.uriMiss))
    expect(response).to(beServed(from: .network))
    expect(response.response).to(beServed(from: .network))
  }

  @Test func anErrorOfAServerComesFromTheNetwork() async {
    var configuration = NetworkingMock.defaultConfiguration
    configuration.cache = .memory(limit: 1 << 16)
    let network = NetworkingMock(configuration: configuration)
    network.stub(.get("/missing"), with: .status(404))
    let response = await network.get("/missing").response(.data)
    expect(response).to(beServed(from: .network))
    expect(response.error).to(beServed(from: .network))
  }

  @Test func aFailureNamesTheCacheStatus() {
    let matcher: Matcher<ResponseHead> = beServed(from: .cache)
    expectEqual(matcher.expected, "a response from the cache")
    expectEqual(matcher.verdict(on: head(.miss(.uriMiss))), .differs(got: "miss(uri-miss)"))
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
    expectEqual(network.requests.count, 2)
  }
}
