import Dispatch
import Foundation
import Net
import NetTesting
import TestSupport
import XCTest

final class RecordingConcurrencyTests: XCTestCase {
  /// Sends a hundred requests from four threads, and returns the events of each.
  private func sendAHundred(over transport: RecordingTransport) async -> [[String]] {
    let received = (0..<100).map { _ in ReceivedEvents() }
    let done = expectation(description: "done")
    done.expectedFulfillmentCount = 4
    for thread in 0..<4 {
      DispatchQueue.global().async {
        for n in (thread * 25)..<(thread * 25 + 25) {
          guard let url = URL(string: "https://h/\(n)") else { continue }
          transport.task(for: TransportRequest(url: url), receiver: received[n]).resume()
        }
        done.fulfill()
      }
    }
    await fulfillment(of: [done], timeout: .patience)
    return received.map(\.words)
  }

  func testConcurrentRequestsAreRecordedAndReplayed() async throws {
    let upstream = MockTransport(afterEach: self)
    upstream.stub(.everything) { request in .text(request.url.path) }
    try await CassetteFixtures.inFolder { file in
      let recorder = RecordingTransport(upstream, cassette: file, mode: .recordAll)
      let recorded = await sendAHundred(over: recorder)
      try recorder.save()
      let replayed = await sendAHundred(over: RecordingTransport(upstream, cassette: file))
      XCTAssertEqual(replayed, recorded)
      XCTAssertEqual(recorded, (0..<100).map { ["head 200", "body /\($0)", "finished"] })
      XCTAssertEqual(upstream.requests.count, 100)
    }
  }

  func testSavingDuringRequestsWritesCompleteFiles() async throws {
    let upstream = MockTransport(afterEach: self)
    upstream.stub(.everything) { request in .text(request.url.path) }
    try await CassetteFixtures.inFolder { file in
      let recorder = RecordingTransport(upstream, cassette: file, mode: .recordAll)
      try recorder.receive()
      try recorder.save()
      let saved = expectation(description: "saved")
      let counts = Lock<[Int]>([])
      DispatchQueue.global().async {
        for _ in 0..<4 {
          do {
            try recorder.save()
            let count = try Cassette(contentsOf: file).entries.count
            counts.withLock { $0.append(count) }
          } catch {
            XCTFail("\(error)")
          }
        }
        saved.fulfill()
      }
      _ = await sendAHundred(over: recorder)
      await fulfillment(of: [saved], timeout: .patience)
      XCTAssertEqual(counts.withLock { $0 }, counts.withLock { $0.sorted() })
    }
  }

  func testTheLastOfConcurrentSavesIsTheLastToBeWritten() async throws {
    let upstream = MockTransport(afterEach: self)
    upstream.stub(.everything) { request in .text(request.url.path) }
    try await CassetteFixtures.inFolder { file in
      let recorder = RecordingTransport(upstream, cassette: file, mode: .recordAll)
      for round in 1...8 {
        DispatchQueue.concurrentPerform(iterations: 2) { _ in
          do {
            try recorder.receive()
            try recorder.save()
          } catch {
            XCTFail("\(error)")
          }
        }
        let count = try Cassette(contentsOf: file).entries.count
        guard count == 2 * round else { return XCTFail("\(count) of \(2 * round) entries were saved") }
      }
    }
  }

  func testAProceedDuringAPauseIsTheLastWish() async throws {
    let upstream = ScriptedTransport()
    let url = try XCTUnwrap(URL(string: "https://h/a"))
    try await CassetteFixtures.inFolder { file in
      let recorder = RecordingTransport(upstream, cassette: file, mode: .recordAll)
      let task = recorder.task(for: TransportRequest(url: url), receiver: ReceivedEvents())
      task.resume()
      let sent = try XCTUnwrap(upstream.tasks.first)
      sent.onPause.update { $0 = { task.proceed() } }
      task.pause()
      XCTAssertFalse(sent.isPaused)
      task.pause()
      XCTAssertTrue(sent.isPaused)
      task.cancel()
    }
  }

  func testConcurrentPausingAndProceedingFinishesTheTaskOnce() async throws {
    try await CassetteFixtures.with(CassetteFixtures.mitmproxy) { file in
      for _ in 0..<20 {
        let replay = RecordingTransport(MockTransport(), cassette: file)
        guard let url = URL(string: "https://api.example.com/todos") else { return XCTFail("no URL") }
        let received = ReceivedEvents()
        let task = replay.task(
          for: TransportRequest(method: .post, url: url, body: .data(Data(#"{"title":"Milk"}"#.utf8))),
          receiver: received)
        let done = expectation(description: "done")
        done.expectedFulfillmentCount = 2
        DispatchQueue.global().async {
          task.pause()
          task.resume()
          done.fulfill()
        }
        DispatchQueue.global().async {
          task.pause()
          task.proceed()
          done.fulfill()
        }
        await fulfillment(of: [done], timeout: .patience)
        task.proceed()
        XCTAssertEqual(received.words, ["sent 16", "head 201", #"body {"id":1}"#, "finished"])
      }
    }
  }
}
