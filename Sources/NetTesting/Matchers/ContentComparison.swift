import Foundation
import Net

/// Compares two errors or their parts: with `==` if they are `Equatable`, and otherwise by what they contain.
///
/// A description decides only for a type that defines one but no equality. It may hide the content: that of `Data` is
/// the number of bytes.
struct ContentComparison {
  private struct Pair: Hashable {
    var left: ObjectIdentifier
    var right: ObjectIdentifier
  }

  /// The objects that are being compared, which may refer to themselves.
  private var pairs: Set<Pair> = []

  /// Whether two values are the same.
  mutating func areSame(_ left: Any, _ right: Any) -> Bool {
    guard type(of: left) == type(of: right) else { return false }
    if let left = left as? any Error, let right = right as? any Error {
      if let left = left as? NetworkError, let right = right as? NetworkError { return areSame(left, right) }
      if isOfFoundation(right), let left = domainAndCode(of: left), let right = domainAndCode(of: right) {
        return left == right
      }
    }
    if let isSame = isSame(left, right) { return isSame }
    let (leftMirror, rightMirror) = (Mirror(reflecting: left), Mirror(reflecting: right))
    switch leftMirror.displayStyle {
    case .class?, .struct?, .enum?:
      if left is any CustomStringConvertible || left is any CustomDebugStringConvertible {
        return "\(left)" == "\(right)"
      }
      guard leftMirror.displayStyle == .class else { break }
      let (left, right) = (left as AnyObject, right as AnyObject)
      guard left !== right else { return true }
      let pair = Pair(left: ObjectIdentifier(left), right: ObjectIdentifier(right))
      guard pairs.insert(pair).inserted else { return true }
    // A function or a metatype.
    case nil: return "\(left)" == "\(right)"
    default: break
    }
    if leftMirror.children.isEmpty, rightMirror.children.isEmpty, leftMirror.superclassMirror == nil {
      return "\(left)" == "\(right)"
    }
    return haveSameChildren(leftMirror, rightMirror)
  }

  /// Whether two errors say the same, and have the same body and cause.
  ///
  /// A test may leave the cause out.
  private mutating func areSame(_ left: NetworkError, _ right: NetworkError) -> Bool {
    guard "\(left)" == "\(right)", left.data ?? Data() == right.data ?? Data() else { return false }
    guard let left = left.underlyingError, let right = right.underlyingError else { return true }
    return areSame(left, right)
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
