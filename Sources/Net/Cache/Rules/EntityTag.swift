/// Compares entity tags as text (RFC 9110 section 8.8.3).
///
/// A tag without quotes is invalid, but servers send such tags; it equals only the same text.
enum EntityTag {
  /// Whether the tag may be used where bytes are combined.
  static func isStrong(_ tag: String) -> Bool { !tag.utf8.starts(with: weakMark) }

  /// Strong comparison: both are strong and the same (RFC 9110 section 8.8.3.2).
  static func areSameStrongly(_ left: String?, _ right: String?) -> Bool {
    guard let left, let right else { return false }
    return isStrong(left) && left.hasCodePoints(of: right)
  }

  /// Whether bytes of responses with these tags may be joined: the tags are valid, strong and the same.
  static func mayJoin(_ left: String?, _ right: String?) -> Bool {
    guard let left, areSameStrongly(left, right), left.utf8.count >= 2 else { return false }
    return left.utf8.first == UInt8(ascii: "\"") && left.utf8.last == UInt8(ascii: "\"")
  }

  /// Weak comparison: the same but for `W/`.
  static func areSameWeakly(_ left: String, _ right: String) -> Bool {
    opaque(left).hasCodePoints(of: opaque(right))
  }

  /// Returns the members of `If-None-Match`: tags, or `*`.
  ///
  /// A comma inside quotes belongs to a tag. A backslash escapes nothing.
  static func list(_ text: String) -> [String] {
    var members: [String] = []
    var isQuoted = false
    var start = text.utf8.startIndex
    for index in text.utf8.indices {
      switch text.utf8[index] {
      case UInt8(ascii: "\""): isQuoted.toggle()
      case UInt8(ascii: ",") where !isQuoted:
        members.append(HeaderSyntax.trimmed(text[start..<index]))
        start = text.utf8.index(after: index)
      default: break
      }
    }
    members.append(HeaderSyntax.trimmed(text[start...]))
    return members.filter { !$0.isEmpty }
  }

  private static let weakMark = "W/".utf8

  private static func opaque(_ tag: String) -> Substring {
    isStrong(tag) ? tag[...] : Substring(tag.utf8.dropFirst(2))
  }
}
