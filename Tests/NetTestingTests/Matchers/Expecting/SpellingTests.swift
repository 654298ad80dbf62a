import Foundation
import NetTesting
import TestSupport
import Testing

/// Values in the messages of expectations: as `print` writes them, without the names of modules.
@Suite(.netTesting) struct SpellingTests {
  private let failures = CollectedFailures()

  @Test func elementsHaveNoModule() {
    expectEqual(text(of: [Tea(name: "Assam", size: .large)]), #"[Tea(name: "Assam", size: Optional(large))]"#)
    expectEqual(text(of: [Tea(name: "Assam", size: nil)][...]), #"[Tea(name: "Assam", size: nil)]"#)
    expectEqual(text(of: [Size.cups(2)]), "[cups(2)]")
    expectEqual(text(of: [Size.pot(liters: 1, lid: true)]), "[pot(liters: 1, lid: true)]")
    expectEqual(text(of: [Result<Size, Refused>.failure(.no)]), "[failure(no)]")
  }

  @Test func partsOfPartsHaveNoModule() {
    expectEqual(
      text(of: Tray(teas: [Tea(name: "Assam", size: .cups(1))], pair: (.large, "b"), last: .large)),
      #"Tray(teas: [Tea(name: "Assam", size: Optional(cups(1)))], pair: (large, "b"), last: Optional(large))"#
    )
  }

  @Test func aTypeWithATextKeepsIt() {
    expectEqual(text(of: [Named()]), "[a name]")
    expectEqual(text(of: Tea.self), "Tea")
    expectEqual(text(of: [1.5, 2]), "[1.5, 2.0]")
    expectEqual(text(of: [Optional(1), nil]), "[Optional(1), nil]")
    expectEqual(text(of: ["a\n"]), #"["a\n"]"#)
  }

  @Test func setsAndDictionariesAreSorted() {
    expectEqual(text(of: Set(["c", "b", "a"])), #"["a", "b", "c"]"#)
    expectEqual(text(of: ["b": Size.large, "a": .cups(1)]), #"["a": cups(1), "b": large]"#)
    expectEqual(text(of: [String: Int]()), "[:]")
    expectEqual(text(of: Set<Int>()), "[]")
  }

  @Test func aDateThatIsNoNumberHasAText() {
    expectEqual(text(of: [Date(timeIntervalSinceReferenceDate: .nan)]), "[the date nan seconds after 2001]")
    expectEqual(
      text(of: Appointment(date: Date(timeIntervalSinceReferenceDate: -.infinity))),
      "Appointment(date: the date -inf seconds after 2001)")
  }

  /// What a message says of a value.
  private func text<Value>(of value: Value) -> String {
    let failures = CollectedFailures()
    failures.collect { expect(value).to(Matcher("nothing") { _ in false }) }
    let message = failures.messages.first ?? ""
    let opening = "expected nothing, got "
    return message.hasPrefix(opening) ? String(message.dropFirst(opening.count)) : message
  }
}

private struct Tea: Equatable {
  var name: String
  var size: Size?
}

private enum Size: Hashable {
  case large
  case cups(Int)
  case pot(liters: Int, lid: Bool)
}

private struct Tray {
  var teas: [Tea]
  var pair: (Size, String)
  var last: Size?
}

private struct Appointment { var date: Date }

private enum Refused: Error { case no }

private struct Named: CustomStringConvertible {
  var description: String { "a name" }
}
