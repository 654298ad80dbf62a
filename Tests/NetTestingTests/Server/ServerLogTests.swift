import Foundation
import Net
import TestSupport
import Testing

@testable import NetTesting

@Suite struct ServerLogTests {
  private let request = RecordedRequest(method: .get, url: URL(filePath: "/a"))
  private let start = ContinuousClock.now

  private func waiter(_ id: Int, _ want: ServerLog.Want) -> ServerLog.Waiter {
    ServerLog.Waiter(id: id, want: want, deadline: start + .seconds(1), limit: .seconds(1)) { _ in }
  }

  @Test func aRequestGoesToTheLongestWaiter() {
    var log = ServerLog()
    log.add(waiter(1, .request))
    log.add(waiter(2, .request))
    #expect(log.due(at: start).isEmpty)
    _ = log.record(request, connection: 1)
    expectEqual(log.due(at: start).map(\.waiter.id), [1])
    #expect(log.due(at: start).isEmpty)
  }

  @Test func aWaiterFailsAtItsDeadline() {
    var log = ServerLog()
    log.add(waiter(1, .clientCloses(2)))
    expectEqual(log.nextDeadline, start + .seconds(1))
    log.clientClosed(1, during: nil)
    #expect(log.due(at: start + .milliseconds(999)).isEmpty)
    let notices = log.due(at: start + .seconds(1))
    #expect(throws: MockServerError.self) { try notices.first?.result.get() }
    expectNil(log.nextDeadline)
  }

  @Test func aCloseBeforeTheWaitIsCounted() {
    var log = ServerLog()
    log.clientClosed(1, during: nil)
    log.add(waiter(1, .clientCloses(1)))
    expectEqual(log.due(at: start).map(\.waiter.id), [1])
  }

  @Test func aWaitForTheEndOfAllRequestsEndsWithTheLastResponse() {
    var log = ServerLog()
    let exchange = log.record(request, connection: log.connectionOpened())
    log.add(waiter(1, .noOpenRequests))
    #expect(log.due(at: start).isEmpty)
    log.answered(exchange, status: 200)
    expectEqual(log.due(at: start).map(\.waiter.id), [1])
  }

  @Test func aConnectionThatItsClientClosedIsNotOpen() {
    var log = ServerLog()
    let connection = log.connectionOpened()
    log.clientClosed(connection, during: nil)
    expectEqual(log.openConnectionCount, 0)
  }

  @Test func theFirstRequestAfterAResetIsTheNextOne() {
    var log = ServerLog()
    _ = log.record(request, connection: 1)
    log.add(waiter(1, .request))
    expectEqual(log.due(at: start).count, 1)
    log.forget()
    _ = log.record(request, connection: 1)
    log.add(waiter(2, .request))
    expectEqual(log.due(at: start).map(\.waiter.id), [2])
  }

  @Test func updatesOfExchangesBeforeAResetAreIgnored() {
    var log = ServerLog()
    let old = log.record(request, connection: 1)
    log.forget()
    let new = log.record(request, connection: 2)
    log.answered(old, status: 200)
    log.clientClosed(1, during: old)
    expectEqual(log.exchanges.map(\.status), [nil])
    expectEqual(log.exchanges.map(\.wasClosedByPeer), [false])
    log.answered(new, status: 201)
    expectEqual(log.exchanges.map(\.status), [201])
  }

  @Test func openConnectionsStayCountedAfterAReset() {
    var log = ServerLog()
    _ = log.connectionOpened()
    log.forget()
    expectEqual(log.openConnectionCount, 1)
    log.connectionClosed(1)
    expectEqual(log.openConnectionCount, 0)
  }

  @Test func cancellingRemovesOnlyThatWaiter() {
    var log = ServerLog()
    log.add(waiter(1, .request))
    log.add(waiter(2, .request))
    expectEqual(log.cancelWaiter(1).map(\.waiter.id), [1])
    expectEqual(log.releaseAll().map(\.waiter.id), [2])
  }
}
