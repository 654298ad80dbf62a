import NetTesting
import TestSupport
import Testing

/// Arguments whose type is `Equatable` only on the main actor, as in a module that is on it by default.
@MainActor @Suite struct IsolatedArgumentTests {
  @MainActor private struct Note: @MainActor Equatable, Sendable { var text: String }

  @MainActor private enum Draft: @MainActor Equatable, Sendable { case empty, note(Note) }

  private let failures = CollectedFailures()

  private func mock() -> Mock { failures.collect { Mock(afterEach: .test, line: 99) } }

  private static func argument(_ kind: Int, _ text: String) -> any Sendable {
    let note = Note(text: text)
    return switch kind {
    case 0: note
    case 1: [note]
    case 2: Note?.some(note)
    case 3: ["a": note]
    default: Draft.note(note)
    }
  }

  @Test(.netTesting, arguments: 0..<5) func aForbiddenCallFailsTheTestOnEachThread(kind: Int) async {
    let mock = mock()
    let draft = Self.argument(kind, "draft")
    mock.expect.save(any()).toAlways(.return(()))
    mock.expect.save(draft).toBeCalled(times: .never)
    await Task.detached { mock.call.save(draft) }.value
    expectEqual(failures.messages.count, 1)
    expectEqual(failures.messages.first?.contains("is expected never"), true, "\(failures.messages)")
  }

  @Test(.netTesting, arguments: 0..<5) func anExpectedCallIsAcceptedOnEachThread(kind: Int) async {
    let mock = mock()
    let note = Self.argument(kind, "a")
    mock.expect.save(note).toBeCalled()
    await Task.detached { mock.call.save(note) }.value
    failures.collect { mock.verify() }
    expectEqual(failures.messages, [])
  }

  @Test(.netTesting, arguments: 0..<5) func anotherValueIsNotAccepted(kind: Int) async {
    let mock = mock()
    let other = Self.argument(kind, "b")
    mock.expect.save(Self.argument(kind, "a")).toBeCalled(times: .anyNumber)
    await Task.detached { mock.call.save(other) }.value
    expectEqual(failures.messages.first?.contains("no expectation accepts it"), true, "\(failures.messages)")
  }

  @Test(.netTesting) func aPropertyMayBeSetOnEachThread() async {
    let mock = mock()
    let note = Note(text: "a")
    mock.expect.note.toBeSet(to: note)
    await Task.detached { mock.set.note = note }.value
    failures.collect { mock.verify() }
    expectEqual(failures.messages, [])
  }

  @Test(.netTesting) func anExpectationOnAnotherThreadFailsTheTestWithAdvice() async {
    let mock = mock()
    let note = Note(text: "a")
    await Task.detached { _ = mock.expect.save(note).toBeCalled(times: .anyNumber) }.value
    expectEqual(
      failures.messages.first?.contains("If it is Equatable on the main actor only, mark it nonisolated."),
      true, "\(failures.messages)")
  }
}
