import Foundation
import Net

/// Compares two errors or their parts: with `==` if they are `Equatable`, and otherwise by what they contain.
///
/// A description decides only for a type that defines one but no equality. It may hide the content: that of `Data` is
/// the number of bytes. If it differs, the values may still be the same: a dictionary has another order in each run.
struct ContentComparison {
  private struct Pair: Hashable {
    var left: ObjectIdentifier
    var right: ObjectIdentifier
  }

  /// Whether errors are the same if the code under test may throw them for one failure at different levels of mocking.
  ///
  /// The phase in which a connection failed and the underlying error differ between transports, so they are
  /// ignored, wherever the code under test stores a `NetworkError`.
  private let isBetweenLevels: Bool
  /// Whether parts that cannot be compared, such as functions, are different.
  private var isStrict = false
  /// The objects that are being compared, which may refer to themselves.
  private var pairs: Set<Pair> = []

  init(betweenLevels isBetweenLevels: Bool = false) { self.isBetweenLevels = isBetweenLevels }

  /// Whether two values are the same.
  mutating func areSame(_ left: Any, _ right: Any) -> Bool {
    if let left = left as? any Error, let right = right as? any Error,
      let areSame = areSameOfNetwork(left, right)
    {
      return areSame
    }
    guard type(of: left) == type(of: right) else { return false }
    let areEqual = isSame(left, right)
    if areEqual == true { return true }
    let (leftMirror, rightMirror) = (Mirror(reflecting: left), Mirror(reflecting: right))
    let decides = !isBetweenLevels || !(Self.holdsError(leftMirror) || Self.holdsError(rightMirror))
    if decides, areEqual == false { return false }
    switch leftMirror.displayStyle {
    case .class?, .struct?, .enum?:
      if isStrict {
        // A custom mirror may hide what differs.
        guard !(left is any CustomReflectable) else { return false }
      } else if decides, left is any CustomStringConvertible || left is any CustomDebugStringConvertible {
        return "\(left)" == "\(right)" || haveSameContent(left, right)
      }
      guard leftMirror.displayStyle == .class else { break }
      let (left, right) = (left as AnyObject, right as AnyObject)
      guard left !== right else { return true }
      let pair = Pair(left: ObjectIdentifier(left), right: ObjectIdentifier(right))
      guard pairs.insert(pair).inserted else { return true }
    // A function or a metatype.
    case nil: return !isStrict && "\(left)" == "\(right)"
    case .dictionary?:
      if let left = left as? [AnyHashable: Any], let right = right as? [AnyHashable: Any] {
        return haveSameMembers(left, right)
      }
    default: break
    }
    if leftMirror.children.isEmpty, rightMirror.children.isEmpty, leftMirror.superclassMirror == nil {
      // The state of such an object is not visible.
      if isStrict, leftMirror.displayStyle == .class { return false }
      return "\(left)" == "\(right)"
    }
    return haveSameChildren(leftMirror, rightMirror)
  }

  /// Whether two errors of Foundation or of a network are the same; nil for other errors.
  private mutating func areSameOfNetwork(_ left: any Error, _ right: any Error) -> Bool? {
    if isBetweenLevels, let left = Self.summary(of: left), let right = Self.summary(of: right) {
      return left == right
    }
    guard type(of: left) == type(of: right) else { return false }
    if let left = left as? NetworkError, let right = right as? NetworkError { return areSame(left, right) }
    guard isOfFoundation(right), let left = domainAndCode(of: left), let right = domainAndCode(of: right)
    else { return nil }
    return left == right
  }

  /// Whether two errors have the same reason, body and cause.
  ///
  /// A test may leave the cause out.
  private mutating func areSame(_ left: NetworkError, _ right: NetworkError) -> Bool {
    guard "\(left)" == "\(right)", left.data ?? Data() == right.data ?? Data() else { return false }
    guard let left = left.underlyingError, let right = right.underlyingError else { return true }
    return areSame(left, right)
  }

  /// The parts of an error that must be the same at all levels; nil for an error that is compared like any
  /// other value.
  private static func summary(of error: any Error) -> String? {
    if let error = error as? NetworkError {
      let status = error.response.map { ", status \($0.status)" } ?? ""
      if case .transport = error.reason { return "NetworkError.transport\(status)" }
      return "NetworkError.\(error.reason)\(status)"
    }
    // Its code may be less than the whole error. The cast goes through `Any`, because an error is bridged to `NSError`.
    if !isOfFoundation(error), (error as Any) is any Equatable { return nil }
    return domainAndCode(of: error).map { "\($0) \($1)" }
  }

  private static func holdsError(_ mirror: Mirror) -> Bool {
    mirror.superclassMirror.map(holdsError) == true
      || mirror.children.contains { child in
        if child.value is any Error { return true }
        let part = Mirror(reflecting: child.value)
        return [.tuple, .optional].contains(part.displayStyle) && holdsError(part)
      }
  }

  /// Whether two values have the same parts, all of which can be compared.
  private func haveSameContent(_ left: Any, _ right: Any) -> Bool {
    var comparison = ContentComparison(betweenLevels: isBetweenLevels)
    comparison.isStrict = true
    return comparison.areSame(left, right)
  }

  private mutating func haveSameMembers(_ left: [AnyHashable: Any], _ right: [AnyHashable: Any]) -> Bool {
    guard left.count == right.count else { return false }
    for (key, value) in left {
      guard let other = right[key], areSame(value, other) else { return false }
    }
    return true
  }

  private mutating func haveSameChildren(_ left: Mirror, _ right: Mirror) -> Bool {
    guard left.children.count == right.children.count else { return false }
    for (left, right) in zip(left.children, right.children) {
      guard left.label == right.label, areSame(left.value, right.value) else { return false }
    }
    guard let left = left.superclassMirror, let right = right.superclassMirror else { return true }
    return haveSameChildren(left, right)
  }
}
