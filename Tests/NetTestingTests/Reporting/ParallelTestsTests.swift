import Foundation
import Net
import NetTesting
import Stream
import TestSupport
import Testing
import XCTest

/// A service of a user of the library: one request to one URL.
private struct Service {
  let network: any Networking

  func name() -> Single<String> {
    Single.create { observer in
      let request = network.get("https://api.github.com/users/trentm").responseObject(as: User.self) {
        response in
        observer(response.result.map(\.name).mapError { $0 })
      }
      return Disposables.create { request.cancel() }
    }
  }
}

/// Runs one test two hundred times in parallel, each with a different stub for the same URL.
@Suite(.checkingLeaks) struct ParallelTestsTests {
  private static let url = "https://api.github.com/users/trentm"

  @Test(arguments: 0..<200) func parallelTestsDoNotShareStubs(number: Int) async throws {
    let network = NetworkingMock(afterEach: .test)
    network.stub(.get(Self.url), with: User(name: "user \(number)"), times: 1)
    let transport = MockTransport(afterEach: .test)
    transport.stub(.get(Self.url), with: .json(["name": .string("user \(number)")]), times: 1)
    let mock = Mock()
    mock.expect.name(of: "trentm").to(.return("user \(number)"))
    await Task.yield()

    var configuration = SessionConfiguration()
    configuration.callbackQueue = DispatchQueue(label: "session \(number)")
    let session = NetworkSession(configuration: configuration, transport: transport)
    let typed = Service(network: network).name().record(afterEach: .test)
    let bytes = Service(network: session).name().record(afterEach: .test)
    await Task.yield()
    let dynamic: String = mock.call.name(of: "trentm")

    await bytes.completion(within: .patience)
    expectEqual([typed.value, bytes.value, dynamic], Array(repeating: "user \(number)", count: 3))
    expectEqual(network.requestCallCount, 1)
    expectEqual(transport.requests.count, 1)
  }
}

final class ParallelTestsXCTests: XCTestCase {
  func testConcurrentMocksDoNotShareStubs() {
    let got = Lock<[Int: String]>([:])
    let scope = TestScope()
    DispatchQueue.concurrentPerform(iterations: 200) { number in
      let network = NetworkingMock(afterEach: scope)
      network.stub(.get("https://api.github.com/users/trentm"), with: User(name: "user \(number)"), times: 1)
      let observed = Service(network: network).name().record(afterEach: scope)
      got.withLock { $0[number] = observed.value ?? "" }
    }
    scope.end()
    XCTAssertEqual(
      got.withLock { $0 }, Dictionary(uniqueKeysWithValues: (0..<200).map { ($0, "user \($0)") }))
  }
}
