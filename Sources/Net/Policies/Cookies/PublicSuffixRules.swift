import Foundation

/// The rules of a ``PublicSuffixList``, each found by what it says.
struct PublicSuffixRules: Sendable {
  private var plain: Set<Substring> = []
  /// What follows the `*.` of a rule.
  private var wildcards: Set<Substring> = []
  /// What follows the `!` of a rule.
  private var exceptions: Set<Substring> = []
  /// The labels of the longest rule.
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

  /// How many labels the public suffix of the domain has: one where no rule matches.
  func suffixLength(of labels: DomainLabels) -> Int {
    guard labels.count > 0 else { return 0 }
    var length = 1
    // No rule is longer than the longest, however long the domain is.
    for count in 1...min(labels.count, longest) {
      let suffix = labels.suffix(count)
      if exceptions.contains(suffix) { return count - 1 }
      if plain.contains(suffix) || (count > 1 && wildcards.contains(labels.suffix(count - 1))) {
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
    // That the last label is a suffix holds without it.
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

  /// The text up to the first white space: a rule, a comment, or nothing.
  private static func rule(in line: Substring.UTF8View) -> Substring.UTF8View {
    func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0d }
    return line.drop(while: isSpace).prefix { !isSpace($0) }
  }

  private static func withoutMark(_ line: Substring.UTF8View) -> Substring.UTF8View {
    line.starts(with: [0xef, 0xbb, 0xbf]) ? line.dropFirst(3) : line
  }

  /// The section that begins or ends in the comment, or else the one there was.
  private static func section(
    after comment: Substring.UTF8View, _ current: PublicSuffixList.Section?
  ) -> PublicSuffixList.Section? {
    let text = Substring(comment)
    if text.contains("===END ") { return nil }
    if text.contains("===BEGIN ICANN DOMAINS===") { return .icann }
    return text.contains("===BEGIN PRIVATE DOMAINS===") ? .privateDomains : current
  }
}

/// A domain in lower case and ASCII, and where its labels begin.
struct DomainLabels: Sendable {
  private let text: String
  /// In their order; none where the domain is no name.
  private let starts: [String.Index]

  var count: Int { starts.count }

  /// Of a domain that anybody says. One with an empty label has none.
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

  /// Of a rule; nil where it is none.
  init?(rule: Substring) {
    self.init(rule.utf8.first == UInt8(ascii: ".") ? String(rule.dropFirst()) : String(rule))
    guard count > 0, rule.utf8.last != UInt8(ascii: "."), text.utf8.allSatisfy(Self.isOfName) else {
      return nil
    }
  }

  /// The last labels.
  func suffix(_ count: Int) -> Substring { text[starts[starts.count - count]...] }

  private static func isOfName(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), 0x30...0x39, UInt8(ascii: "-"), UInt8(ascii: "."),
      UInt8(ascii: "_"), 0x80...:
      true
    default: false
    }
  }

  /// In lower case, and in ASCII as far as Foundation can tell.
  private static func ascii(_ domain: String) -> String {
    guard !domain.utf8.allSatisfy({ $0 < 0x80 }) else { return HeaderSyntax.folded(domain) }
    let name = domain.lowercased()
    guard name.utf8.allSatisfy(isOfName) else { return name }
    return URL(string: "http://\(name)/")?.canonicalHost ?? name
  }
}
