import Dispatch
import Net
import NetTesting
import TestSupport
import Testing
import XCTest

final class MockConcurrencyTests: XCTestCase {
  func testConcurrentRequestsAreEachAnsweredOnce() async {
    let network = NetworkingMock(afterEach: self)
    network.stub(.get("/{n}"), respondingWith: { request in User(name: request.url.path) })
    network.stub(.get("/{n}"), with: User(name: "first"), times: 10)
    let got = Captured<DataResponse<User>>()
    let done = expectation(description: "done")
    done.expectedFulfillmentCount = 4
    for thread in 0..<4 {
      DispatchQueue.global().async {
        for n in 0..<25 {
          network.get("https://h/\(thread * 25 + n)").responseObject(completionHandler: got.set)
        }
        done.fulfill()
      }
    }
    await fulfillment(of: [done], timeout: .patience)
    XCTAssertEqual(network.requestCallCount, 100)
    XCTAssertEqual(got.values.filter { $0.value?.name == "first" }.count, 10)
    XCTAssertEqual(Set(got.values.compactMap(\.request?.url)).count, 100)
    XCTAssertTrue(got.values.allSatisfy { $0.error == nil })
  }

  func testHeldRequestsCompletedAndCancelledConcurrentlyEndOnce() async {
    let network = NetworkingMock(delivery: .held, afterEach: self)
    network.mockResponse(.success(User(name: "Trent")))
    let got = Captured<DataResponse<User>>()
    let requests = (0..<100).map { n in
      network.get("https://h/\(n)").responseObject(completionHandler: got.set)
    }
    let pending = network.pending
    let done = expectation(description: "done")
    done.expectedFulfillmentCount = 2
    DispatchQueue.global().async {
      for request in requests { request.cancel() }
      done.fulfill()
    }
    DispatchQueue.global().async {
      for request in pending.reversed() { request.complete() }
      done.fulfill()
    }
    await fulfillment(of: [done], timeout: .patience)
    XCTAssertEqual(got.count, 100)
    XCTAssertEqual(got.values.filter { $0.error?.reason == .cancelled }.count, network.cancelCount)
    XCTAssertTrue(network.pending.isEmpty)
  }
}

@Suite struct MockIndependenceTests {
  @Test(arguments: 0..<200)
  func parallelMocksAreIndependent(number: Int) throws {
    let network = NetworkingMock()
    network.stub(.get("https://api.github.com/users/{username}"), with: User(name: "\(number)"))
    let response = try network.fetch("https://api.github.com/users/trentm")
    expectEqual(response.value, User(name: "\(number)"))
    expectEqual(network.requestCallCount, 1)
  }
}
