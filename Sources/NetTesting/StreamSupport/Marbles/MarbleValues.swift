/// What the letters and digits of a marble diagram stand for.
///
/// ```swift
/// let users = scheduler.createColdObservable("-a-b|", values: ["a": trent, "b": mick])
/// let counts = scheduler.createColdObservable("-1-2|", values: .digits)
/// let codes = scheduler.createColdObservable("-a-b|", values: .init { $0.asciiValue })
/// ```
///
/// A character without a value makes the diagram a bad one, which fails the test.
public struct MarbleValues<Element: Sendable>: Sendable {
  private let find: @Sendable (Character) -> Element?

  /// Makes values of a closure; nil is no value.
  public init(_ value: @escaping @Sendable (Character) -> Element?) { find = value }

  /// Makes values of a dictionary.
  public init(_ values: [Character: Element]) { self.init { values[$0] } }

  /// The value of a character; nil when it has none.
  public func value(of character: Character) -> Element? { find(character) }
}

extension MarbleValues: ExpressibleByDictionaryLiteral {
  /// Makes values of a dictionary literal.
  ///
  /// Of two for one character the last counts.
  public init(dictionaryLiteral elements: (Character, Element)...) {
    self.init(Dictionary(elements, uniquingKeysWith: { $1 }))
  }
}

extension MarbleValues<String> {
  /// Each character stands for itself, as a string.
  public static var characters: MarbleValues<String> { MarbleValues { String($0) } }
}

extension MarbleValues<Int> {
  /// Each digit stands for its number.
  public static var digits: MarbleValues<Int> { MarbleValues { $0.wholeNumberValue } }
}

/// What `#` stands for in a marble diagram that is given no other error.
///
/// ```swift
/// expect(result.events).to(equalMarbles("-a-#", error: MarbleError()))
/// ```
public struct MarbleError: Error, Hashable, CustomStringConvertible {
  /// Makes one; all are equal.
  public init() {}

  /// What it is.
  public var description: String { "the error of a marble diagram" }
}
