/// The `==` of a type, found where a test names the type or gives a value of it.
///
/// In a module that is on the main actor by default, a type is `Equatable` only there, and a cast to `any Equatable`
/// fails on every other thread.
struct TypeEquality: @unchecked Sendable {
  // A constant. The values that it compares are `Sendable` or belong to the caller, so `==` may read them on any
  // thread.
  private let equatable: any Equatable.Type

  /// What to do if a type is `Equatable` only on the main actor, but is not there where its values are compared.
  static let advice = "If it is Equatable on the main actor only, mark it nonisolated."

  /// Returns nil if the type is not `Equatable`, or not on this thread.
  init?(of type: Any.Type) {
    guard let equatable = type as? any Equatable.Type else { return nil }
    self.equatable = equatable
  }

  /// Whether the second value has the type and is equal to the first.
  func areEqual(_ known: Any?, _ value: Any?) -> Bool {
    func compare<Value: Equatable>(_ type: Value.Type) -> Bool {
      guard let value = casting(value, to: type) else { return false }
      return casting(known, to: type) == value
    }
    return compare(equatable)
  }
}
