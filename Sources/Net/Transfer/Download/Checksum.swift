/// What a downloaded file must be, by its digest.
///
/// ```swift
/// network.get(url).download(to: .file(image).checksum(.sha256(published))) { response in print(response.result) }
/// ```
public struct Checksum: Sendable, Hashable {
  /// The digest in hexadecimal digits, lower case.
  public let digits: String

  /// The SHA-256 of the file (FIPS 180-4), in hexadecimal digits of either case.
  public static func sha256(_ digits: String) -> Checksum { Checksum(digits: digits.lowercased()) }
}
