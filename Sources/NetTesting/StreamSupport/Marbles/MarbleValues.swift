public import Foundation

/// The values of the letters and digits in a marble diagram.
///
/// ```swift
/// let users = scheduler.createColdObservable("-a-b|", values: ["a": trent, "b": mick])
/// let counts = scheduler.createColdObservable("-1-2|", values: .digits)
/// let codes = scheduler.createColdObservable("-a-b|", values: .init { $0.asciiValue })
/// ```
///
/// A character without a value makes the diagram invalid, which fails the test.
public struct MarbleValues<Element: Sendable>: Sendable {
  private let find: @Sendable (Character) -> Element?

  /// Creates values from a closure that returns nil for characters without a value.
  public init(_ value: @escaping @Sendable (Character) -> Element?) { find = value }

  /// Creates values from a dictionary.
  public init(_ values: [Character: Element]) { self.init { values[$0] } }

  /// The value of a character; nil if it has none.
  public func value(of character: Character) -> Element? { find(character) }
}

extension MarbleValues: ExpressibleByDictionaryLiteral {
  /// Creates values from a dictionary literal.
  ///
  /// If a character is repeated, its last value is used.
  public init(dictionaryLiteral elements: (Character, Element)...) {
    self.init(Dictionary(elements, uniquingKeysWith: { $1 }))
  }
}

extension MarbleValues<String> {
  /// Each character represents itself, as a string.
  public static var characters: MarbleValues<String> { MarbleValues { String($0) } }
}

extension MarbleValues<Int> {
  /// Each digit represents its number.
  public static var digits: MarbleValues<Int> { MarbleValues { $0.wholeNumberValue } }
}

/// The default error of `#` in a marble diagram.
///
/// ```swift
/// expect(result.events).to(equalMarbles("-a-#", error: MarbleError()))
/// ```
public struct MarbleError: Error, Hashable, CustomStringConvertible {
  /// Creates an error; all are equal.
  public init() {}

  /// A description of the error.
  public var description: String { "the error of a marble diagram" }
}

extension MarbleError: LocalizedError {
  /// The same as ``description``.
  public var errorDescription: String? { description }
}
