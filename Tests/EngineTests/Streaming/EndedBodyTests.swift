import Dispatch
import Foundation
import Net
import NetTesting
import TestSupport
import Testing

/// What is left of a body when its request is ended at once: by a cancellation or by the total timeout.
@Suite struct EndedBodyTests {
  /// How a request is ended.
  enum Ending: CaseIterable, Sendable {
    case cancel, cancelAll, totalTimeout

    var reason: NetworkError.Reason { self == .totalTimeout ? .timeout(.total) : .cancelled }
  }

  private let fixture: SessionFixture
  private let request: any NetworkRequesting
  private let events = Captured<String>()

  init() {
    fixture = SessionFixture(
      onResume: { task in
        if task.request.url.path == "/whole" { task.respond(200) }
        guard task.request.url.path == "/chunk" else { return }
        task.begin()
        task.give("1\n2\n3\n")
      },
      configure: {
        $0.timeouts.total = .seconds(5)
        // Handlers without a queue are called inline.
        $0.callbackQueue = nil
      })
    request = fixture.session.get("https://example.com/chunk")
  }

  /// Ends the request.
  private func end(_ ending: Ending) -> @Sendable () -> Void {
    let (request, session, timer) = (request, fixture.session, fixture.timer)
    return {
      switch ending {
      case .cancel: request.cancel()
      case .cancelAll: session.cancelAll()
      case .totalTimeout: timer.advance(by: .seconds(6))
      }
    }
  }

  /// The elements of an asynchronous sequence, and the error that it throws, if the request is ended at the first.
  private func elements<Elements: AsyncSequence & Sendable>(
    of sequence: Elements, endedBy end: @Sendable () -> Void
  ) async -> [String] {
    var all: [String] = []
    do {
      for try await element in sequence {
        all.append("\(element)")
        if all.count == 1 { end() }
      }
    } catch let error as NetworkError {
      all.append("\(error.reason)")
    } catch {
      all.append("\(error)")
    }
    return all
  }

  @Test(arguments: Ending.allCases) func noLineFollowsInALoop(_ ending: Ending) async {
    expectEqual(await elements(of: request.lines(), endedBy: end(ending)), ["1", "\(ending.reason)"])
  }

  @Test(arguments: Ending.allCases) func noValueFollowsInALoop(_ ending: Ending) async {
    let values = request.jsonLines(of: Int.self)
    expectEqual(await elements(of: values, endedBy: end(ending)), ["1", "\(ending.reason)"])
  }

  @Test func noLineFollowsInALoopWhoseTaskIsCancelled() async {
    let lines = request.lines()
    let task = Task {
      await elements(of: lines) { unsafe withUnsafeCurrentTask { unsafe $0?.cancel() } }
    }
    expectEqual(await task.value, ["1", "CancellationError()"])
  }

  @Test func noElementOfACompleteBodyFollowsInALoopWhoseTaskIsCancelled() async {
    let elements = fixture.session.get("https://example.com/whole").parsed(by: AtTheEnd())
    let task = Task {
      await self.elements(of: elements) { unsafe withUnsafeCurrentTask { unsafe $0?.cancel() } }
    }
    expectEqual(await task.value, ["1", "CancellationError()"])
  }

  @Test(arguments: Ending.allCases) func noLineFollowsInAHandler(_ ending: Ending) {
    let end = end(ending)
    request.responseLines { [events] event in
      switch event {
      case .head: break
      case .element(let line):
        events.set(line)
        end()
      case .complete(let response): events.set("\(response.error?.reason, default: "complete")")
      }
    }
    expectEqual(events.values, ["1", "\(ending.reason)"])
  }

  @Test(arguments: Ending.allCases) func noChunkFollowsThatWaitsForItsQueue(_ ending: Ending) {
    let queue = DispatchQueue(label: "chunks")
    let request = fixture.session.get("https://example.com/log")
    request.responseStream(queue: queue) { [events] event in
      switch event {
      case .head: break
      case .chunk(let chunk): events.set(String(decoding: chunk, as: UTF8.self))
      case .complete(let response): events.set("\(response.error?.reason, default: "complete")")
      }
    }
    fixture.tasks[0].begin()
    for _ in 0..<5 { queue.sync {} }
    queue.sync {
      fixture.tasks[0].give("late")
      switch ending {
      case .cancel: request.cancel()
      case .cancelAll: fixture.session.cancelAll()
      case .totalTimeout: fixture.timer.advance(by: .seconds(6))
      }
    }
    for _ in 0..<5 { queue.sync {} }
    expectEqual(events.values, ["\(ending.reason)"])
  }

  @Test func aChunkThatWaitsForItsQueueIsDeliveredBeforeAnOverflow() {
    let queue = DispatchQueue(label: "chunks")
    let request = fixture.session.get("https://example.com/log")
    request.responseStream(queue: queue, buffer: .failing(limit: 4)) { [events] event in
      switch event {
      case .head: break
      case .chunk(let chunk): events.set(String(decoding: chunk, as: UTF8.self))
      case .complete(let response):
        events.set("\(response.error?.data.map { String(decoding: $0, as: UTF8.self) }, default: "complete")")
      }
    }
    fixture.tasks[0].begin()
    for _ in 0..<5 { queue.sync {} }
    queue.sync { for chunk in ["given", "more", "and more"] { fixture.tasks[0].give(chunk) } }
    for _ in 0..<5 { queue.sync {} }
    expectEqual(events.values, ["given", "moreand more"])
  }
}

/// Has all its elements at the end of the body.
private struct AtTheEnd: StreamParser {
  private var elements: [Int] = []

  mutating func append(_ chunk: Data) {}

  mutating func next() -> Int? { elements.isEmpty ? nil : elements.removeFirst() }

  mutating func finish() { elements = [1, 2, 3] }
}
