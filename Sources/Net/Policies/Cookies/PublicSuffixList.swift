public import Foundation

/// The public suffixes: domains such as `com` and `co.uk`, under which anyone can register a name.
///
/// A ``CookieJar`` uses it to prevent a service at `a.co.uk` from setting a cookie for all of `co.uk`. By default a jar
/// uses ``wellKnown``, a few rules that need no updates. The full list is at publicsuffix.org and changes every week.
/// An app that needs it must bundle or download it:
///
/// ```swift
/// let text = try await network.get("https://publicsuffix.org/list/public_suffix_list.dat").string()
/// let jar = CookieJar(publicSuffixes: try PublicSuffixList(text))
/// ```
///
/// The rules follow the specification of that list. If several rules match, an exception (`!city.kawasaki.jp`) takes
/// precedence, then the rule with the most labels. A leading `*` matches any label. If no rule matches, the last label
/// is the suffix. Names are compared ignoring case, and international names in their ASCII form, whichever form the
/// list and the caller use.
public struct PublicSuffixList: Sendable {
  /// The sections of the list at publicsuffix.org.
  public enum Section: Sendable, Hashable, CaseIterable {
    /// Suffixes of top-level domain registries: `com`, `co.uk`.
    case icann
    /// Suffixes of private organizations that let others use subdomains: `github.io`.
    case privateDomains
  }

  /// Nil for ``wellKnown``.
  private let rules: PublicSuffixRules?

  /// The rules that apply without a list.
  ///
  /// A single label is a public suffix, and so are `co`, `com`, `net`, `org`, `edu`, `gov`, `ac` and similar
  /// labels under a two-letter country code, such as `co.uk` and `com.au`.
  ///
  /// These rules are conservative: some domains that are not public suffixes count as such, and their services can set
  /// cookies only for one host at a time. Other suffixes, such as `github.io` or `kawasaki.jp`, are unknown.
  public static let wellKnown = PublicSuffixList(rules: nil)

  /// Parses a list with one rule per line.
  ///
  /// A rule ends at the first white space. Lines that begin with `//` are comments.
  ///
  /// - Parameters:
  ///   - text: The list.
  ///   - sections: The sections to use. Rules outside both sections are always used.
  /// - Throws: ``PublicSuffixListError``. An invalid rule is not skipped, because a missing rule protects no one.
  public init(_ text: String, sections: Set<Section> = Set(Section.allCases)) throws(PublicSuffixListError) {
    self.init(rules: try PublicSuffixRules(text, sections: sections))
  }

  /// Parses a list from UTF-8 bytes.
  ///
  /// - Parameters:
  ///   - data: The list.
  ///   - sections: The sections to use.
  /// - Throws: ``PublicSuffixListError``.
  public init(_ data: Data, sections: Set<Section> = Set(Section.allCases)) throws(PublicSuffixListError) {
    guard let text = String(validating: data, as: UTF8.self) else { throw .notText(data) }
    try self.init(text, sections: sections)
  }

  /// Parses a list from a file.
  ///
  /// - Parameters:
  ///   - file: The URL of the file.
  ///   - sections: The sections to use.
  /// - Throws: ``PublicSuffixListError``.
  public init(
    contentsOf file: URL, sections: Set<Section> = Set(Section.allCases)
  ) throws(PublicSuffixListError) {
    let data: Data
    do { data = try Data(contentsOf: file) } catch { throw .unreadable(file, underlying: error) }
    try self.init(data, sections: sections)
  }

  private init(rules: PublicSuffixRules?) { self.rules = rules }

  /// Returns whether anyone can register a name under the domain, so that no one may set a cookie for all of it.
  ///
  /// - Parameter domain: A domain in any case, with or without a trailing dot.
  /// - Returns: True for a public suffix, and for a name with a single label.
  public func isPublicSuffix(_ domain: String) -> Bool {
    let labels = DomainLabels(domain)
    return labels.count <= 1 || suffixLength(of: labels) >= labels.count
  }

  /// Returns whether the host may set a cookie for the domain and its subdomains.
  ///
  /// The domain must be the host or a parent of it, and longer than the public suffix of the host.
  ///
  /// It is not sufficient that the domain is not a suffix itself. `us-east-1.elb.amazonaws.com` and
  /// `eu-west-1.elb.amazonaws.com` are suffixes but `elb.amazonaws.com` is not, so a cookie for it would reach other
  /// customers. For the same reason `*.compute.amazonaws.com` also makes `compute.amazonaws.com` a suffix, as in
  /// libpsl.
  func allows(_ host: String, toSetFor domain: String) -> Bool {
    guard CookieSyntax.domain(domain, matches: host) else { return false }
    return DomainLabels(domain).count > suffixLength(of: DomainLabels(host), isStrict: true)
  }

  private func suffixLength(of labels: DomainLabels, isStrict: Bool = false) -> Int {
    guard let rules else { return Self.isWellKnown(labels) ? 2 : min(1, labels.count) }
    return rules.suffixLength(of: labels, isStrict: isStrict)
  }

  private static let wellKnownLabels: Set<Substring> = [
    "ac", "co", "com", "ed", "edu", "go", "gob", "gouv", "gov", "gv", "ltd", "mil", "ne", "net", "nom", "or",
    "org",
    "plc", "sch",
  ]

  /// Returns whether the last two labels are a suffix according to ``wellKnown``.
  private static func isWellKnown(_ labels: DomainLabels) -> Bool {
    labels.count >= 2 && labels.suffix(1).utf8.count == 2
      && wellKnownLabels.contains(labels.suffix(2).prefix { $0 != "." })
  }
}

/// An error in reading a list of public suffixes.
public enum PublicSuffixListError: Error, Sendable, CustomStringConvertible {
  /// The bytes are not UTF-8.
  case notText(Data)
  /// The line, counted from 1, is not a rule.
  case badRule(String, line: Int)
  /// The text contains no rule, for example because the response is a different page.
  case noRules(String)
  /// The file cannot be read.
  case unreadable(URL, underlying: any Error)

  /// The error as text.
  public var description: String {
    switch self {
    case .notText(let data): "the list of public suffixes is not UTF-8 (\(data.count.counted("byte")))"
    case .badRule(let text, let line):
      "line \(line) of the list of public suffixes is not a rule: \(text.prefix(100).debugDescription)"
    case .noRules(let text):
      "the list of public suffixes contains no rule. It begins: \(text.prefix(100).debugDescription)"
    case .unreadable(let file, let error):
      "the list of public suffixes in \(file.lastPathComponent) cannot be read: \(error)"
    }
  }
}

extension PublicSuffixListError: LocalizedError {
  /// The same as ``description``.
  public var errorDescription: String? { description }
}
