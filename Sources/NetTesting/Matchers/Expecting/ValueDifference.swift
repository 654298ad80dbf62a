import Foundation
import Net

/// The first part in which two values differ: a property, an element, a character or a byte.
///
/// A part that a type leaves out of its description, or that has a secret name, is named but not shown.
struct ValueDifference {
  /// The part, as in `items[2].name, byte 4`; empty for the whole value.
  var path: String
  /// Both parts as text; nil if they are not shown.
  var texts: (expected: String, actual: String)?

  /// The difference as text: "they differ at name: "a", "b"".
  var words: String? {
    guard !path.isEmpty else { return nil }
    let place = "they differ at \(excerpt(ofPath: path))"
    return texts.map { "\(place): \($0.expected), \($0.actual)" } ?? place
  }

  /// Returns the first difference; nil if none is found.
  static func between(_ expected: Any, _ actual: Any) -> ValueDifference? {
    var search = Search()
    return search.find(expected, actual, Path())
  }

  /// The first difference of two bodies as text.
  static func words(_ expected: Data, _ actual: Data) -> String {
    between(expected, actual)?.words ?? Redaction.hiddenDifference
  }

  private struct Path {
    var text = ""
    var isShown = true
    var depth = 0

    func member(_ name: String) -> Path {
      let name = name.drop { $0 == "." }
      var path = self
      path.depth += 1
      path.text += text.isEmpty || name.first == "[" ? String(name) : ".\(name)"
      if Redaction.standard.hides(bodyName: String(name)) { path.isShown = false }
      return path
    }

    func position(_ text: String) -> String { self.text.isEmpty ? text : "\(self.text), \(text)" }
  }

  private struct Search {
    private struct Pair: Hashable {
      var left: ObjectIdentifier
      var right: ObjectIdentifier
    }

    /// The number of levels that are searched.
    ///
    /// Each needs about 5 KiB of the stack in a debug build, of which a thread of a pool may have 512.
    private static let deepest = 64

    /// The objects that were visited, which may refer to themselves.
    private var pairs: Set<Pair> = []
    private var visits = 0

    mutating func find(_ expected: Any, _ actual: Any, _ path: Path) -> ValueDifference? {
      visits += 1
      // A value may be huge, or may create its parts when it is reflected.
      guard visits < 100_000, path.depth < Search.deepest else { return nil }
      guard let left = flattened(expected), let right = flattened(actual) else {
        let isSame = flattened(expected) == nil && flattened(actual) == nil
        return isSame ? nil : leaf(expected, actual, path)
      }
      if isSame(left, right) == true { return nil }
      guard type(of: left) == type(of: right) else {
        return ValueDifference(path: path.text, texts: path.isShown ? (typed(left), typed(right)) : nil)
      }
      if let left = left as? Data, let right = right as? Data { return bytes(left, right, path) }
      if let left = left as? String, let right = right as? String { return characters(left, right, path) }
      if left is Date { return leaf(left, right, path) }
      let (mine, others) = (Mirror(reflecting: left), Mirror(reflecting: right))
      switch mine.displayStyle {
      case .class?:
        let (left, right) = (left as AnyObject, right as AnyObject)
        let pair = Pair(left: ObjectIdentifier(left), right: ObjectIdentifier(right))
        guard left !== right, pairs.insert(pair).inserted else { return nil }
      case .dictionary?:
        if let left = left as? [AnyHashable: Any], let right = right as? [AnyHashable: Any] {
          return members(left, right, path)
        }
      case .set?:
        if let left = left as? Set<AnyHashable>, let right = right as? Set<AnyHashable> {
          return elements(left, right, path)
        }
        return leaf(left, right, path)
      default: break
      }
      var inner = path
      if [.class, .struct, .enum].contains(mine.displayStyle),
        left is any CustomStringConvertible || left is any CustomDebugStringConvertible
      {
        inner.isShown = false
      }
      return children(mine, others, inner) ?? hiddenDifferences(left, right, path) ?? leaf(left, right, path)
    }

    /// The differences that the texts of two `NetworkError`s do not show: those in the body and in the cause.
    ///
    /// They are named, but their values are not shown.
    private mutating func hiddenDifferences(_ left: Any, _ right: Any, _ path: Path) -> ValueDifference? {
      guard let left = left as? NetworkError, let right = right as? NetworkError else { return nil }
      var cause = path.member("underlyingError")
      cause.isShown = false
      return find(left.data as Any, right.data as Any, path.member("data"))
        ?? find(left.underlyingError as Any, right.underlyingError as Any, cause)
    }

    /// The first element, by its text, that only one of the sets has.
    private func elements(
      _ left: Set<AnyHashable>, _ right: Set<AnyHashable>, _ path: Path
    ) -> ValueDifference? {
      let texts = [left.subtracting(right), right.subtracting(left)].map { set in
        set.map { excerpt(of: spelling(of: $0.base), limit: 100) }.min() ?? "nothing"
      }
      return ValueDifference(
        path: path.position("an element that only one has"), texts: path.isShown ? (texts[0], texts[1]) : nil)
    }

    private mutating func children(_ left: Mirror, _ right: Mirror, _ path: Path) -> ValueDifference? {
      let isList = left.displayStyle == .collection
      for (number, (mine, others)) in zip(left.children, right.children).enumerated() {
        // Two cases of an enum.
        guard mine.label == others.label else { return nil }
        let member = path.member(isList ? "[\(number)]" : mine.label ?? "\(number)")
        if let found = find(mine.value, others.value, member) { return found }
        if isSame(mine.value, others.value) == false { return ValueDifference(path: member.text) }
      }
      if isList, left.children.count != right.children.count {
        let counts = ("\(left.children.count)", "\(right.children.count)")
        return ValueDifference(path: path.member("count").text, texts: path.isShown ? counts : nil)
      }
      guard let left = left.superclassMirror, let right = right.superclassMirror else { return nil }
      return children(left, right, path)
    }

    private mutating func members(
      _ left: [AnyHashable: Any], _ right: [AnyHashable: Any], _ path: Path
    ) -> ValueDifference? {
      let keys = Set(left.keys).union(right.keys).map { (key: $0, text: spelling(of: $0.base)) }
      for (key, text) in keys.sorted(by: { $0.text < $1.text }) {
        var member = path.member("[\(text)]")
        if let name = key.base as? String, Redaction.standard.hides(bodyName: name) { member.isShown = false }
        if let found = find(left[key] as Any, right[key] as Any, member) { return found }
      }
      return nil
    }

    /// Values without parts that differ.
    private func leaf(_ left: Any, _ right: Any, _ path: Path) -> ValueDifference? {
      let texts = (
        expected: excerpt(of: spelling(of: left), limit: 100),
        actual: excerpt(of: spelling(of: right), limit: 100)
      )
      guard texts.expected != texts.actual else {
        guard let left = left as? Date, let right = right as? Date else { return nil }
        let seconds = (left.timeIntervalSinceReferenceDate, right.timeIntervalSinceReferenceDate)
        return ValueDifference(
          path: path.position("seconds since 2001"),
          texts: path.isShown ? ("\(seconds.0)", "\(seconds.1)") : nil)
      }
      return ValueDifference(path: path.text, texts: path.isShown ? texts : nil)
    }

    private func bytes(_ left: Data, _ right: Data, _ path: Path) -> ValueDifference? {
      let (left, right) = (Data(left), Data(right))
      let position = left.commonPrefixCount(with: right)
      func byte(_ data: Data) -> String { position < data.count ? data[position].hex : "the end" }
      let isShown =
        path.isShown && (left.count > 65_536 || Redaction.standard.redacted(body: left) == left)
      return ValueDifference(
        path: path.position("byte \(position)"), texts: isShown ? (byte(left), byte(right)) : nil)
    }

    private func characters(_ left: String, _ right: String, _ path: Path) -> ValueDifference? {
      let common = Data(left.utf8).commonPrefixCount(with: Data(right.utf8))
      let position = String(decoding: Data(left.utf8)[..<common], as: UTF8.self).count
      func character(_ text: String) -> String {
        text.dropFirst(position).first.map { String($0).debugDescription } ?? "the end"
      }
      return ValueDifference(
        path: path.position("character \(position)"),
        texts: path.isShown ? (character(left), character(right)) : nil)
    }
  }
}

extension Data {
  /// How many bytes both have in common at their beginnings.
  func commonPrefixCount(with other: Data) -> Int {
    let count = Swift.min(self.count, other.count)
    var position = 0
    // Whole blocks are compared at once.
    while position < count {
      let end = Swift.min(position + 4_096, count)
      let mine = self[startIndex + position..<startIndex + end]
      let others = other[other.startIndex + position..<other.startIndex + end]
      guard mine == others else { return position + zip(mine, others).prefix { $0 == $1 }.count }
      position = end
    }
    return count
  }
}

extension Redaction {
  /// The text that reports show for a secret that differs from the expected one.
  static let hiddenDifference = "values differ (hidden)"
}
