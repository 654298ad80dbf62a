package import Foundation

/// The headers that every request has unless it or its session says otherwise.
///
/// `Accept-Encoding` is not among them: only the transport knows which encodings it can undo, and
/// Foundation's URL loading adds the header by itself.
package struct DefaultHeaders: Sendable {
  /// The value of `User-Agent`.
  package var userAgent: String
  /// The value of `Accept-Language`; nil leaves the header out.
  package var acceptLanguage: String?

  package init(userAgent: String, acceptLanguage: String?) {
    self.userAgent = userAgent
    self.acceptLanguage = acceptLanguage
  }

  /// Those of this process, worked out once.
  package static let standard = DefaultHeaders(
    userAgent: userAgent(
      program: Bundle.main.infoDictionary?["CFBundleExecutable"] as? String
        ?? ProcessInfo.processInfo.processName,
      version: Bundle.main.infoDictionary?["CFBundleShortVersionString"] as? String,
      system: ProcessInfo.processInfo.operatingSystemVersion),
    acceptLanguage: acceptLanguage(Locale.preferredLanguages))

  /// `<program>/<version> (<system> <version>) NetStream` (RFC 9110 section 10.1.5).
  package static func userAgent(
    program: String, version: String?, system: OperatingSystemVersion
  ) -> String {
    let number = "\(system.majorVersion).\(system.minorVersion).\(system.patchVersion)"
    return "\(token(program))/\(token(version ?? "")) (\(systemName) \(number)) NetStream"
  }

  /// The first six languages, each weighed a tenth less than the one before (RFC 9110 section 12.5.4).
  ///
  /// What is not a language tag is left out; with no languages at all there is no header.
  package static func acceptLanguage(_ languages: [String]) -> String? {
    var seen: Set<String> = []
    let tags = languages.filter { isLanguageTag($0) && seen.insert(HeaderSyntax.folded($0)).inserted }.prefix(
      6)
    guard !tags.isEmpty else { return nil }
    return tags.enumerated()
      .map { index, tag in index == 0 ? tag : "\(tag);q=0.\(10 - index)" }
      .joined(separator: ", ")
  }

  private static func isLanguageTag(_ text: String) -> Bool {
    !text.isEmpty
      && text.utf8.allSatisfy {
        HeaderSyntax.isTokenByte($0)
          && ($0 == UInt8(ascii: "-") || Unicode.Scalar($0).properties.isAlphabetic
            || (0x30...0x39).contains($0))
      }
  }

  private static func token(_ text: String) -> String {
    let bytes = text.utf8.map { HeaderSyntax.isTokenByte($0) ? $0 : UInt8(ascii: "-") }
    return bytes.isEmpty ? "unknown" : String(decoding: bytes, as: UTF8.self)
  }

  private static var systemName: String {
    #if os(macOS)
      "macOS"
    #elseif os(iOS)
      "iOS"
    #elseif os(tvOS)
      "tvOS"
    #elseif os(watchOS)
      "watchOS"
    #elseif os(visionOS)
      "visionOS"
    #elseif os(Linux)
      "Linux"
    #elseif os(Android)
      "Android"
    #else
      "unknown"
    #endif
  }
}
