/// Compares what the descriptions of two values do not show: the properties of objects without a description.
struct ContentComparison {
  private struct Pair: Hashable {
    var left: ObjectIdentifier
    var right: ObjectIdentifier
  }

  /// The objects that are being compared, which may refer to themselves.
  private var pairs: Set<Pair> = []

  /// Whether two values with equal descriptions are the same.
  mutating func areSame(_ left: Any, _ right: Any) -> Bool {
    let (leftMirror, rightMirror) = (Mirror(reflecting: left), Mirror(reflecting: right))
    switch leftMirror.displayStyle {
    case .class?:
      if left is any CustomStringConvertible || left is any CustomDebugStringConvertible { return true }
      let (left, right) = (left as AnyObject, right as AnyObject)
      guard left !== right else { return true }
      let pair = Pair(left: ObjectIdentifier(left), right: ObjectIdentifier(right))
      guard pairs.insert(pair).inserted else { return true }
    case .struct?, .enum?:
      if left is any CustomStringConvertible || left is any CustomDebugStringConvertible { return true }
    // The elements of a set have no order.
    case .set?, nil: return true
    default: break
    }
    return haveSameChildren(leftMirror, rightMirror)
  }

  private mutating func haveSameChildren(_ left: Mirror, _ right: Mirror) -> Bool {
    guard left.children.count == right.children.count else { return false }
    for (left, right) in zip(left.children, right.children) {
      guard left.label == right.label, type(of: left.value) == type(of: right.value),
        "\(left.value)" == "\(right.value)", areSame(left.value, right.value)
      else { return false }
    }
    guard let left = left.superclassMirror, let right = right.superclassMirror else { return true }
    return haveSameChildren(left, right)
  }
}
