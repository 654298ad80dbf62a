/// The members of a `tracestate` field: what tracing systems pass on in addition to `traceparent` (W3C Trace
/// Context section 3.3).
///
/// ```swift
/// var state = TraceState("congo=t61rcWkgMzE") ?? TraceState()
/// state.update("rojo", to: "00f067aa0ba902b7")
/// print(state)  // rojo=00f067aa0ba902b7,congo=t61rcWkgMzE
/// ```
public struct TraceState: Sendable, Hashable, CustomStringConvertible {
  /// A member.
  public struct Member: Sendable, Hashable {
    /// The name of the system.
    public let key: String
    /// Its opaque value.
    public let value: String
  }

  /// The members, the one that changed last first.
  public private(set) var members: [Member] = []

  /// The maximum number of members.
  public static let maximumCount = 32

  /// Creates a state without members.
  public init() {}

  /// Creates a state from the value of the field, or from several values joined with a comma; nil if one is invalid.
  ///
  /// Empty members are skipped. A key must not occur twice.
  public init?(_ text: String) {
    for part in text.utf8.split(separator: UInt8(ascii: ",")) {
      let isSpace: (UInt8) -> Bool = { $0 == 0x20 || $0 == 0x09 }
      let trimmed = part.drop(while: isSpace).reversed().drop(while: isSpace).reversed()
      guard !trimmed.isEmpty else { continue }
      let bytes = Array(trimmed)
      guard let equals = bytes.firstIndex(of: UInt8(ascii: "=")) else { return nil }
      let key = String(decoding: bytes[..<equals], as: UTF8.self)
      let value = String(decoding: bytes[(equals + 1)...], as: UTF8.self)
      guard Self.isKey(key), Self.isValue(value) else { return nil }
      guard members.count < Self.maximumCount, !members.contains(where: { $0.key == key }) else { return nil }
      members.append(Member(key: key, value: value))
    }
  }

  /// Sets a member and moves it to the front; returns false, and changes nothing, if the key or the value is invalid.
  ///
  /// If there are more than 32 members, the last one is dropped.
  @discardableResult
  public mutating func update(_ key: String, to value: String) -> Bool {
    guard Self.isKey(key), Self.isValue(value) else { return false }
    members.removeAll { $0.key == key }
    members.insert(Member(key: key, value: value), at: 0)
    if members.count > Self.maximumCount { members.removeLast() }
    return true
  }

  /// The value of the field, at most 512 bytes long.
  ///
  /// If it would be longer, members of more than 128 bytes are left out first, and then the last ones.
  public var description: String {
    var texts = members.map { "\($0.key)=\($0.value)" }
    while texts.reduce(texts.count - 1, { $0 + $1.utf8.count }) > 512 {
      texts.remove(at: texts.lastIndex { $0.utf8.count > 128 } ?? texts.count - 1)
    }
    return texts.joined(separator: ",")
  }

  private static func isKey(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    let isStart: (UInt8) -> Bool = { (0x61...0x7a).contains($0) || (0x30...0x39).contains($0) }
    guard let first = bytes.first, bytes.count <= 256, isStart(first) else { return false }
    return bytes.allSatisfy { isStart($0) || "_-*/@".utf8.contains($0) }
  }

  /// Printable characters without comma and equals sign, and not ending in a space.
  private static func isValue(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    guard let last = bytes.last, bytes.count <= 256, last != 0x20 else { return false }
    return bytes.allSatisfy {
      (0x20...0x7e).contains($0) && $0 != UInt8(ascii: ",") && $0 != UInt8(ascii: "=")
    }
  }
}
