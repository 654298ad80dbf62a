/// Where responses are stored: the URL, and the partition that keeps users apart.
///
/// The variants of a resource (RFC 9111 section 4.1) share a key.
///
/// ```swift
/// let key = CacheKey(url: "https://api.example.com/items", partition: "user-17")
/// ```
public struct CacheKey: Sendable, Hashable {
  /// The target URI without fragment, in its normal form (RFC 9110 section 4.2.3).
  ///
  /// Scheme and host are in lower case, there is no default port and no dot segment, and only bytes that need
  /// an escape have one, in upper case.
  public let url: String
  /// The name of the partition.
  ///
  /// It is empty for a request without credentials in a session that names no partition. The session adds
  /// a suffix to a named partition for requests without its credentials, and to any partition for bodies that the
  /// transport does not decode.
  public let partition: String
  /// The hash value of the URL, computed once.
  let urlHash: Int
  /// The hash value of the key, computed once.
  let hash: Int

  /// Creates a key.
  public init(url: String, partition: String = "") {
    self.url = url
    self.partition = partition
    urlHash = url.hashValue
    hash = partition.isEmpty ? urlHash : urlHash ^ partition.hashValue
  }

  /// Returns whether the URLs and the partitions have the same code points.
  public static func == (left: CacheKey, right: CacheKey) -> Bool {
    left.hash == right.hash && left.hasTexts(of: right)
  }

  /// Returns whether the URLs and the partitions have the same code points.
  func hasTexts(of other: CacheKey) -> Bool {
    url.hasCodePoints(of: other.url) && partition.hasCodePoints(of: other.partition)
  }

  /// Hashes the URL and the partition.
  public func hash(into hasher: inout Hasher) { hasher.combine(hash) }
}

extension CacheKey: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The URL, redacted by ``Redaction/standard``.
  public var description: String { Redaction.standard.redacted(urlText: url).printed }

  /// The same as ``description``.
  public var debugDescription: String { description }

  /// The parts, redacted by ``Redaction/standard``.
  public var customMirror: Mirror { Mirror(redacted: self, ["url": description]) }
}
