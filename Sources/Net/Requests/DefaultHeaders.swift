package import Foundation

/// The header fields that every request has unless it or its session sets them.
///
/// `Accept-Encoding` is not among them. Only the transport knows which encodings it can decode, and Foundation adds the
/// field itself.
package struct DefaultHeaders: Sendable {
  /// The value of `User-Agent`.
  package var userAgent: String
  /// The value of `Accept-Language`, or nil to omit it.
  package var acceptLanguage: String?

  package init(userAgent: String, acceptLanguage: String?) {
    self.userAgent = userAgent
    self.acceptLanguage = acceptLanguage
  }

  /// The defaults of this process, computed once.
  package static let standard = DefaultHeaders(
    userAgent: userAgent(
      program: bundleText("CFBundleExecutable") ?? ProcessInfo.processInfo.processName,
      version: bundleText("CFBundleShortVersionString"),
      system: ProcessInfo.processInfo.operatingSystemVersion),
    acceptLanguage: acceptLanguage(preferredLanguages))

  /// A text of the main bundle's information, if there is a bundle.
  private static func bundleText(_ key: String) -> String? {
    #if !canImport(Darwin)
      // Foundation finds the bundle by this link, and stops the process without it, as where `/proc` is not mounted.
      let program = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
      guard program != nil else { return nil }
    #endif
    return Bundle.main.infoDictionary?[key] as? String
  }

  private static var preferredLanguages: [String] {
    #if canImport(Darwin)
      Locale.preferredLanguages
    #else
      // Foundation returns `en-001` for every user.
      languages(in: ProcessInfo.processInfo.environment)
    #endif
  }

  /// Returns the language tags of the locale that these environment variables set.
  ///
  /// `LC_ALL`, `LC_MESSAGES` and `LANG` name the locale, in this order (POSIX.1-2024 section 8.2). `LANGUAGE` is a list
  /// that replaces it, as in the C library's `gettext`. The locales `C` and `POSIX` have no language, so a server
  /// usually has none.
  package static func languages(in environment: [String: String]) -> [String] {
    let locale = ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty }
    guard let locale, let tag = languageTag(locale) else { return [] }
    let list = environment["LANGUAGE", default: ""].split(separator: ":").compactMap {
      languageTag(String($0))
    }
    return list.isEmpty ? [tag] : list
  }

  /// Returns `de-CH` for `de_CH.UTF-8@euro`, and `sr-Latn-RS` for `sr_RS@latin`.
  private static func languageTag(_ locale: String) -> String? {
    let name = locale.prefix { $0 != "." && $0 != "@" }
    guard name != "C", name != "POSIX", !name.isEmpty else { return nil }
    var subtags = name.split(separator: "_", omittingEmptySubsequences: false).map(String.init)
    let modifier = locale.split(separator: "@", maxSplits: 1).dropFirst().first
    if let script = modifier.flatMap({ scripts[$0.lowercased()] }) { subtags.insert(script, at: 1) }
    return subtags.joined(separator: "-")
  }

  /// The scripts that modifiers of locales name, as glibc has them.
  private static let scripts = ["latin": "Latn", "cyrillic": "Cyrl", "devanagari": "Deva"]

  /// `<program>/<version> (<system> <version>) NetStream` (RFC 9110 section 10.1.5).
  package static func userAgent(
    program: String, version: String?, system: OperatingSystemVersion
  ) -> String {
    let number = "\(system.majorVersion).\(system.minorVersion).\(system.patchVersion)"
    return "\(token(program))/\(token(version ?? "")) (\(systemName) \(number)) NetStream"
  }

  /// Returns the first six languages, each with a weight 0.1 below the one before (RFC 9110 section 12.5.4).
  ///
  /// Text that is not a language tag is ignored. Without any language, the result is nil.
  package static func acceptLanguage(_ languages: [String]) -> String? {
    var seen: Set<String> = []
    let tags = languages.filter { isLanguageTag($0) && seen.insert(HeaderSyntax.folded($0)).inserted }.prefix(
      6)
    guard !tags.isEmpty else { return nil }
    return tags.enumerated()
      .map { index, tag in index == 0 ? tag : "\(tag);q=0.\(10 - index)" }
      .joined(separator: ", ")
  }

  /// Whether the text is a language range (RFC 4647 section 2.1) without a wildcard.
  private static func isLanguageTag(_ text: String) -> Bool {
    let subtags = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    return subtags.enumerated().allSatisfy { index, subtag in
      (1...8).contains(subtag.count)
        && subtag.allSatisfy { URLBytes.isLetter($0) || index > 0 && URLBytes.isDigit($0) }
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
