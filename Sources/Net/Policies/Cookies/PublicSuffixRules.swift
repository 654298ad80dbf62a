import Foundation

/// The rules of a ``PublicSuffixList``, indexed by their text.
struct PublicSuffixRules: Sendable {
  private var plain: Set<Substring> = []
  /// Rules with a leading `*.`, without it.
  private var wildcards: Set<Substring> = []
  /// Rules with a leading `!`, without it.
  private var exceptions: Set<Substring> = []
  /// The number of labels in the longest rule.
  private var longest = 1

  init(_ text: String, sections: Set<PublicSuffixList.Section>) throws(PublicSuffixListError) {
    var section: PublicSuffixList.Section?
    var number = 0
    for line in text.utf8.split(omittingEmptySubsequences: false, whereSeparator: { $0 == 0x0a }) {
      number += 1
      let line = number == 1 ? Self.withoutMark(line) : line
      let rule = Self.rule(in: line)
      if rule.starts(with: "//".utf8) {
        section = Self.section(after: line, section)
      } else if !rule.isEmpty, section.map(sections.contains) ?? true {
        guard add(rule) else { throw .badRule(String(Substring(line)), line: number) }
      }
    }
    if plain.isEmpty, wildcards.isEmpty { throw .noRules(text) }
  }

  /// Returns the number of labels in the public suffix of the domain; 1 if no rule matches.
  ///
  /// - `isStrict`: Whether `*.example.com` also makes `example.com` a suffix.
  func suffixLength(of labels: DomainLabels, isStrict: Bool = false) -> Int {
    guard labels.count > 0 else { return 0 }
    var length = 1
    // The number of steps depends on the longest rule, not on the length of the domain.
    for count in 1...min(labels.count, longest) {
      let suffix = labels.suffix(count)
      if exceptions.contains(suffix) { return count - 1 }
      if plain.contains(suffix) || (isStrict && wildcards.contains(suffix))
        || (count > 1 && wildcards.contains(labels.suffix(count - 1)))
      {
        length = count
      }
    }
    return length
  }

  private mutating func add(_ rule: Substring.UTF8View) -> Bool {
    var text = Substring(rule)
    let isException = text.utf8.first == UInt8(ascii: "!")
    if isException { text = text.dropFirst() }
    let isWildcard = text.utf8.starts(with: "*.".utf8)
    if isWildcard { text = text.dropFirst(2) }
    // The last label is always a suffix, so this rule has no effect.
    if text == "*", !isException, !isWildcard { return true }
    guard !(isException && isWildcard), let labels = DomainLabels(rule: text) else { return false }
    guard !isException || labels.count > 1 else { return false }
    let name = labels.suffix(labels.count)
    longest = max(longest, labels.count + (isWildcard ? 1 : 0))
    if isException {
      exceptions.insert(name)
    } else if isWildcard {
      wildcards.insert(name)
    } else {
      plain.insert(name)
    }
    return true
  }

  /// Returns the text up to the first white space: a rule, a comment or nothing.
  private static func rule(in line: Substring.UTF8View) -> Substring.UTF8View {
    func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0d }
    return line.drop(while: isSpace).prefix { !isSpace($0) }
  }

  private static func withoutMark(_ line: Substring.UTF8View) -> Substring.UTF8View {
    line.starts(with: [0xef, 0xbb, 0xbf]) ? line.dropFirst(3) : line
  }

  /// Returns the section of the lines after a comment, which may begin or end a section.
  private static func section(
    after comment: Substring.UTF8View, _ current: PublicSuffixList.Section?
  ) -> PublicSuffixList.Section? {
    let text = Substring(comment)
    if text.contains("===END ") { return nil }
    if text.contains("===BEGIN ICANN DOMAINS===") { return .icann }
    return text.contains("===BEGIN PRIVATE DOMAINS===") ? .privateDomains : current
  }
}

/// A domain in lower case and ASCII, with the starts of its labels.
struct DomainLabels: Sendable {
  private let text: String
  /// The positions in the text at which the labels start.
  ///
  /// Empty if the domain is not a name.
  private let starts: [String.Index]

  var count: Int { starts.count }

  /// Creates the labels of a domain from the caller.
  ///
  /// A domain with an empty label has none.
  init(_ domain: String) {
    let ascii = Self.ascii(domain)
    text = ascii.utf8.last == UInt8(ascii: ".") ? String(ascii.dropLast()) : ascii
    var starts = [text.startIndex]
    for index in text.utf8.indices where text.utf8[index] == UInt8(ascii: ".") {
      starts.append(text.utf8.index(after: index))
    }
    let isName = !text.split(separator: ".", omittingEmptySubsequences: false).contains(where: \.isEmpty)
    self.starts = isName ? starts : []
  }

  /// Creates the labels of a rule.
  ///
  /// Returns nil if the rule is invalid.
  init?(rule: Substring) {
    self.init(rule.utf8.first == UInt8(ascii: ".") ? String(rule.dropFirst()) : String(rule))
    guard count > 0, rule.utf8.last != UInt8(ascii: "."), text.utf8.allSatisfy(Self.isOfName) else {
      return nil
    }
  }

  /// Returns the last `count` labels.
  func suffix(_ count: Int) -> Substring { text[starts[starts.count - count]...] }

  private static func isOfName(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), 0x30...0x39, UInt8(ascii: "-"), UInt8(ascii: "."),
      UInt8(ascii: "_"), 0x80...:
      true
    default: false
    }
  }

  /// Returns the domain in lower case, and in ASCII if Foundation can convert it.
  private static func ascii(_ domain: String) -> String {
    guard !domain.utf8.allSatisfy({ $0 < 0x80 }) else { return HeaderSyntax.folded(domain) }
    let name = domain.lowercased()
    guard name.utf8.allSatisfy(isOfName) else { return name }
    return URL(string: "http://\(name)/")?.canonicalHost ?? name
  }
}
