public import Foundation

/// Knows the public suffixes: the domains below which anybody can have a name, `com` and `co.uk` among them.
///
/// A ``CookieJar`` asks it, so that a service at `a.co.uk` cannot set a cookie for all of `co.uk`. Without a list of
/// its own a jar asks ``wellKnown``, a few rules that need no care. The whole list is the one of publicsuffix.org. It
/// changes every week, so a program that wants it brings it along, or fetches it:
///
/// ```swift
/// let text = try await network.get("https://publicsuffix.org/list/public_suffix_list.dat").string()
/// let jar = CookieJar(publicSuffixes: try PublicSuffixList(text))
/// ```
///
/// The rules are those of that list: of several that match, an exception (`!city.kawasaki.jp`) counts before all
/// others, then the one of the most labels; `*` in the place of the first label stands for any; and where none matches,
/// the last label is the suffix. Names are compared in lower case, international ones in their ASCII form, whichever
/// form the list and the question have.
public struct PublicSuffixList: Sendable {
  /// The parts of the list of publicsuffix.org.
  public enum Section: Sendable, Hashable, CaseIterable {
    /// Suffixes of those who run the top of the tree: `com`, `co.uk`.
    case icann
    /// Suffixes of others, who give out names below their own: `github.io`.
    case privateDomains
  }

  /// Nil for the few that need no list.
  private let rules: PublicSuffixRules?

  /// What holds without a list: single labels are public suffixes, and so are `co`, `com`, `net`, `org`, `edu`, `gov`,
  /// `ac` and their like below the two letters of a country, `co.uk` and `com.au`.
  ///
  /// It is careful: it takes some domains for public that are not, and their services can set cookies for one host at a
  /// time. It does not know the rest, `github.io` or `kawasaki.jp`.
  public static let wellKnown = PublicSuffixList(rules: nil)

  /// Reads a list: one rule on a line, up to the first white space, and comments behind `//`.
  ///
  /// - Parameters:
  ///   - text: The list.
  ///   - sections: Which of its sections count. What stands outside of both always does.
  /// - Throws: A ``PublicSuffixListError``: what cannot be read is not passed over, for a rule that is missing protects
  ///   nobody.
  public init(_ text: String, sections: Set<Section> = Set(Section.allCases)) throws(PublicSuffixListError) {
    self.init(rules: try PublicSuffixRules(text, sections: sections))
  }

  /// Reads a list from bytes, which are UTF-8.
  ///
  /// - Parameters:
  ///   - data: The list.
  ///   - sections: Which of its sections count.
  /// - Throws: A ``PublicSuffixListError``.
  public init(_ data: Data, sections: Set<Section> = Set(Section.allCases)) throws(PublicSuffixListError) {
    guard let text = String(validating: data, as: UTF8.self) else { throw .notText(data) }
    try self.init(text, sections: sections)
  }

  /// Reads a list from a file.
  ///
  /// - Parameters:
  ///   - file: Where the list is.
  ///   - sections: Which of its sections count.
  /// - Throws: A ``PublicSuffixListError``.
  public init(
    contentsOf file: URL, sections: Set<Section> = Set(Section.allCases)
  ) throws(PublicSuffixListError) {
    let data: Data
    do { data = try Data(contentsOf: file) } catch { throw .unreadable(file, underlying: error) }
    try self.init(data, sections: sections)
  }

  private init(rules: PublicSuffixRules?) { self.rules = rules }

  /// Whether anybody can have a name below the domain, so that nobody may set a cookie for all of it.
  ///
  /// - Parameter domain: A domain, in any case, with or without a dot at its end.
  public func isPublicSuffix(_ domain: String) -> Bool {
    let labels = DomainLabels(domain)
    guard labels.count > 1 else { return true }
    guard let rules else { return Self.isWellKnown(labels) }
    return rules.suffixLength(of: labels) >= labels.count
  }

  private static let wellKnownLabels: Set<Substring> = [
    "ac", "co", "com", "ed", "edu", "go", "gob", "gouv", "gov", "gv", "ltd", "mil", "ne", "net", "nom", "or",
    "org",
    "plc", "sch",
  ]

  private static func isWellKnown(_ labels: DomainLabels) -> Bool {
    labels.count == 2 && labels.suffix(1).utf8.count == 2
      && wellKnownLabels.contains(labels.suffix(2).prefix { $0 != "." })
  }
}

/// Why a list of public suffixes could not be read.
public enum PublicSuffixListError: Error, Sendable, CustomStringConvertible {
  /// The bytes are not UTF-8.
  case notText(Data)
  /// The line, counted from 1, is no rule.
  case badRule(String, line: Int)
  /// There is no rule in the text, as in an answer that is another page.
  case noRules(String)
  /// The file cannot be read.
  case unreadable(URL, underlying: any Error)

  /// What is wrong, in words.
  public var description: String {
    switch self {
    case .notText(let data): "the list of public suffixes has \(data.count) bytes that are not UTF-8"
    case .badRule(let text, let line):
      "line \(line) of the list of public suffixes is no rule: \(text.prefix(100).debugDescription)"
    case .noRules(let text):
      "there is no rule in the list of public suffixes, which begins: \(text.prefix(100).debugDescription)"
    case .unreadable(let file, let error):
      "the list of public suffixes in \(file.lastPathComponent) cannot be read: \(error)"
    }
  }
}
