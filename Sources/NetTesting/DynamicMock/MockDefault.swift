public import Foundation

/// A type with a default value that lets a failed test continue.
///
/// A member that does not throw must return a value even for an unexpected call. The test has failed by then; this
/// value lets it reach its end. Conform a type that your mocks return, or pass `orElse:`:
///
/// ```swift
/// extension User: MockDefault {
///   static var mockDefault: User { User(login: "nobody") }
/// }
/// ```
///
/// `Void`, optionals (nil), strings, collections, observables and asynchronous streams (empty), numbers (0) and `Bool`
/// (false) have one. A single succeeds with the default of its element. Without one it fails with a ``MockFailure``,
/// as a `Result` does that may have any error. A mock may be called on any thread: in a module that is on the main
/// actor by default, write `nonisolated static var mockDefault`.
public protocol MockDefault: SendableMetatype {
  /// The value.
  static var mockDefault: Self { get }
}

/// The default of a type, if it has one.
func mockDefault<Value>(of type: Value.Type) -> Value? {
  // Cast from its own type: from `any MockDefault`, nil would become a value of `Any?`.
  func value<Default: MockDefault>(_ type: Default.Type) -> Value? { Default.mockDefault as? Value }
  if let type = Value.self as? any MockDefault.Type { return value(type) }
  return () as? Value
}

extension Optional: MockDefault {
  /// Nil.
  public static var mockDefault: Wrapped? { nil }
}

extension Bool: MockDefault {
  /// False.
  public static var mockDefault: Bool { false }
}

extension MockDefault where Self: ExpressibleByIntegerLiteral {
  /// 0.
  public static var mockDefault: Self { 0 }
}

extension Int: MockDefault {}
extension Int8: MockDefault {}
extension Int16: MockDefault {}
extension Int32: MockDefault {}
extension Int64: MockDefault {}
extension UInt: MockDefault {}
extension UInt8: MockDefault {}
extension UInt16: MockDefault {}
extension UInt32: MockDefault {}
extension UInt64: MockDefault {}
extension Int128: MockDefault {}
extension UInt128: MockDefault {}
extension Float: MockDefault {}
extension Double: MockDefault {}
extension CGFloat: MockDefault {}
extension Decimal: MockDefault {}

// Types that not every processor has.
#if !((os(macOS) || targetEnvironment(macCatalyst)) && arch(x86_64))
  extension Float16: MockDefault {}
#endif
#if !os(Windows) && !os(Android) && (arch(i386) || arch(x86_64))
  extension Float80: MockDefault {}
#endif

extension MockDefault where Self: RangeReplaceableCollection {
  /// Empty.
  public static var mockDefault: Self { Self() }
}

extension String: MockDefault {}
extension Substring: MockDefault {}
extension Array: MockDefault {}
extension ArraySlice: MockDefault {}
extension ContiguousArray: MockDefault {}
extension Data: MockDefault {}

extension Set: MockDefault {
  /// Empty.
  public static var mockDefault: Set<Element> { [] }
}

extension Dictionary: MockDefault {
  /// Empty.
  public static var mockDefault: [Key: Value] { [:] }
}

extension AsyncStream: MockDefault {
  /// A sequence that ends without an element.
  public static var mockDefault: AsyncStream<Element> { AsyncStream { $0.finish() } }
}

extension AsyncThrowingStream: MockDefault where Failure == any Error {
  /// A sequence that ends without an element.
  public static var mockDefault: AsyncThrowingStream<Element, any Error> {
    AsyncThrowingStream { $0.finish() }
  }
}

extension Result: MockDefault where Failure == any Error {
  /// The failure ``MockFailure``.
  public static var mockDefault: Result<Success, any Error> {
    .failure(MockFailure(noValueOf: Success.self))
  }
}
