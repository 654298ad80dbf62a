import Dispatch
import Foundation
import Net
import NetTesting
import TestSupport
import Testing

/// An event source that is closed on one thread while events arrive on another.
@Suite struct EventSourceRaceTests {
  @Test(.heavy) func theLastIDIsThatOfTheLastEventThatTheHandlerWasCalledWith() {
    let events = Data((1...50).map { "id: \($0)\ndata: x\n\n" }.joined().utf8)
    var different: [String] = []
    for _ in 0..<400 {
      let fixture = SessionFixture()
      let last = Locked<String?>(nil)
      let source = EventSource(RequestDescription("https://example.com/feed"), network: fixture.session)
      source.open(delivery: .inline) { update in
        if case .event(let event) = update { last.update { $0 = event.id } }
      }
      let task = fixture.tasks[0]
      task.begin(headers: ["Content-Type": "text/event-stream"])
      DispatchQueue.concurrentPerform(iterations: 2) { thread in
        if thread == 0 { return task.send(.body(events)) }
        while last.value == nil {}
        source.close()
      }
      if source.lastEventID != last.value {
        different.append("\(source.lastEventID ?? "none") instead of \(last.value ?? "none")")
      }
    }
    expectEqual(different, [])
  }
}
