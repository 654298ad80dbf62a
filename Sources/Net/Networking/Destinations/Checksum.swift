/// The expected digest of a downloaded file.
///
/// ```swift
/// network.get(url).download(to: .file(image).checksum(.sha256(published))) { response in print(response.result) }
/// ```
public struct Checksum: Sendable, Hashable {
  /// The digest in lower-case hexadecimal digits.
  public let digits: String

  /// A SHA-256 digest (FIPS 180-4), in hexadecimal digits of either case.
  public static func sha256(_ digits: String) -> Checksum { Checksum(digits: digits.lowercased()) }
}
