import Foundation

/// Finds the secret members of a JSON text without parsing it, because a truncated or malformed text may contain
/// secrets too.
///
/// It reads strings and members. A text that only begins like JSON may have secrets between its strings:
/// ``isJSON`` says whether the whole text may be JSON.
struct JSONSecrets {
  let bytes: [UInt8]
  let redaction: Redaction
  private let depth: Int
  private var position = 0
  /// What is replaced: nil for a value that the placeholder replaces as a whole.
  var edits: [(range: Range<Int>, new: [UInt8]?)] = []
  /// What is known of the names so far, which repeat in most texts.
  private var known: [ArraySlice<UInt8>: Name] = [:]
  /// The verdicts on the strings that name a value.
  private var verdicts: [ArraySlice<UInt8>: SecretName.Verdict] = [:]
  /// The objects and arrays that are open, the innermost one last, after one for what is outside of them.
  private var containers = [Container()]
  /// The number of containers that are open and too deep to be known.
  private var deeper = 0
  /// The values in the open containers that a name beside them may make secret, and these names.
  private var values: [Range<Int>] = []
  private var names: [Range<Int>] = []
  /// Whether only white space, numbers and literals were outside of strings so far.
  private(set) var isJSON = true

  private struct Name {
    var verdict: SecretName.Verdict
    var role: Role?
    /// Whether it is that of a command's arguments.
    var isOfArguments = false
    /// The quoted name without the secrets in it, or nil if it has none: it may be a URL.
    var hidden: [UInt8]?
  }

  private struct Container {
    /// Where a command begins whose arguments are items.
    var start = 0
    /// The first of its names and values.
    var firstName = 0
    var firstValue = 0
    /// The start of the container that is read and is a value of this one.
    var valueStart: Int?
    /// Whether its strings are names of the values beside it.
    var isOfNames = false
    /// Whether it has no members and is not the value of one, so that two items may be a name and its value.
    var isPair = false
    var items = 0
    var firstItem: Range<Int>?
    var lastItem: Range<Int>?
    /// The start of the container that is read and is an item of this one.
    var itemStart: Int?
  }

  init(_ bytes: [UInt8], _ redaction: Redaction, depth: Int) {
    self.bytes = bytes
    self.redaction = redaction
    self.depth = depth
  }

  static let quote = UInt8(ascii: "\"")
  /// Limited, because a hostile text may contain any number of names.
  private static let maximumKnown = 1_000

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0a || byte == 0x0d
  }

  /// Returns the text with placeholders, or nil if it has no secrets.
  mutating func redacted() -> [UInt8]? {
    while position < bytes.count {
      switch bytes[position] {
      case Self.quote: string()
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        let isNamed = followsName()
        if deeper == 0 { containers[containers.count - 1].itemStart = position }
        open()
        if deeper == 0 { containers[containers.count - 1].isPair = !isNamed }
      case UInt8(ascii: "}"), UInt8(ascii: "]"): close()
      case let byte where Self.isSpace(byte) || Self.isSeparator(byte): position += 1
      default:
        let start = position
        literal()
        item(start..<position)
      }
    }
    while let container = containers.popLast() {
      finish(container)
      endValue()
    }
    // Of edits that begin together, the longest comes first, and of two for one value that which hides it.
    edits.sort { left, right in
      if left.range == right.range { return left.new == nil && right.new != nil }
      return (left.range.lowerBound, right.range.upperBound) < (right.range.lowerBound, left.range.upperBound)
    }
    let placeholder = Array("\"\(Redaction.placeholder)\"".utf8)
    return bytes.replacing(edits.map { ($0.range, $0.new ?? placeholder) })
  }

  // MARK: - Strings and literals

  private mutating func string() {
    let string = skipString()
    if endsBeforeColon() {
      skipColon()
      return member(string)
    }
    if deeper == 0, containers[containers.count - 1].isOfNames { names.append(string) }
    if !item(string) { search(string) }
  }

  /// Returns whether a colon follows, so that the string was a name.
  private func endsBeforeColon() -> Bool {
    var end = position
    while end < bytes.count, Self.isSpace(bytes[end]) { end += 1 }
    return end < bytes.count && bytes[end] == UInt8(ascii: ":")
  }

  private mutating func skipColon() {
    while position < bytes.count, Self.isSpace(bytes[position]) || bytes[position] == UInt8(ascii: ":") {
      position += 1
    }
  }

  private static func isSeparator(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: ",") || byte == UInt8(ascii: ":")
  }

  private static func isDelimiter(_ byte: UInt8) -> Bool {
    switch byte {
    case quote, UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: "["), UInt8(ascii: "]"): true
    default: isSpace(byte) || isSeparator(byte)
    }
  }

  private static func isOfNumber(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "e"),
      UInt8(ascii: "E"):
      true
    default: false
    }
  }

  /// Skips what is between separators and not a string: in JSON a number, `true`, `false` or `null`.
  private mutating func literal() {
    let start = position
    var isNumber = true
    while position < bytes.count, !Self.isDelimiter(bytes[position]) {
      isNumber = isNumber && Self.isOfNumber(bytes[position])
      position += 1
    }
    guard !isNumber else { return }
    let text = bytes[start..<position]
    let isMark = start == 0 && text.elementsEqual([0xef, 0xbb, 0xbf])
    if !isMark, !["true", "false", "null"].contains(where: { text.elementsEqual($0.utf8) }) {
      isJSON = false
    }
  }

  /// Skips the string that begins here, or the rest of the text if the string is not closed.
  ///
  /// A string of JSON has no line breaks (RFC 8259 section 7).
  @discardableResult
  private mutating func skipString() -> Range<Int> {
    let start = position
    position += 1
    while position < bytes.count, bytes[position] != Self.quote {
      if SecretSweep.isLineBreak(bytes[position]) { isJSON = false }
      position += bytes[position] == UInt8(ascii: "\\") ? 2 : 1
    }
    position = min(position + 1, bytes.count)
    return start..<position
  }

  /// Hides the secrets of a string: it may contain a URL, a form, JSON or XML.
  private mutating func search(_ string: Range<Int>) {
    if let hidden = searched(bytes[string]) { edits.append((string, hidden)) }
  }

  /// Returns a quoted string without its secrets, or nil if it has none.
  private func searched(_ quoted: ArraySlice<UInt8>) -> [UInt8]? {
    guard quoted.count > 5 else { return nil }
    guard quoted.contains(UInt8(ascii: "\\")) else {
      let isClosed = quoted.last == Self.quote
      let content = Array(quoted.dropFirst().dropLast(isClosed ? 1 : 0))
      guard let redacted = redaction.embedded(content, depth: depth + 1) else { return nil }
      return [Self.quote] + redacted + (isClosed ? [Self.quote] : [])
    }
    let content = Array(Self.text(quoted).utf8)
    guard let redacted = redaction.embedded(content, depth: depth + 1) else { return nil }
    return Array(JSONValue.string(String(decoding: redacted, as: UTF8.self)).description.utf8)
  }

  // MARK: - Members

  private var byte: UInt8 { position < bytes.count ? bytes[position] : 0 }

  private mutating func member(_ quotedName: Range<Int>) {
    if deeper == 0 { containers[containers.count - 1].isPair = false }
    let name = self.name(bytes[quotedName])
    if let hidden = name.hidden { edits.append((quotedName, hidden)) }
    switch byte {
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      if name.verdict == .all { return hide(skipValue()) }
      let start = position
      open()
      if deeper > 0 { return }
      if name.role == .value { containers[containers.count - 2].valueStart = start }
      containers[containers.count - 1].isOfNames = name.role == .name
      if name.isOfArguments {
        containers[containers.count - 1].start = containers[containers.count - 2].start
      }
    case Self.quote:
      let start = position
      let string = skipString()
      if name.role == .name { names.append(string) }
      if name.verdict > .shown {
        position = start
        return hide(skipValue())
      }
      if name.role == .value { values.append(string) }
      search(string)
    default:
      if name.verdict >= .scalars { return hide(skipValue()) }
      let start = position
      literal()
      if name.role == .value, start < position { values.append(start..<position) }
    }
  }

  private mutating func name(_ text: ArraySlice<UInt8>) -> Name {
    if let known = known[text] { return known }
    let name = Self.text(text)
    let found = Name(
      verdict: redaction.verdict(onMember: name), role: Role(of: name),
      isOfArguments: ["args", "argv", "arguments", "cmd"].contains(name.lowercased()),
      hidden: searched(text))
    if known.count < Self.maximumKnown { known[text] = found }
    return found
  }

  /// Skips the value that begins here, with the white space after it.
  private mutating func skipValue() -> Range<Int> {
    let start = position
    var depth = 0
    while position < bytes.count {
      switch bytes[position] {
      case Self.quote: skipString()
      // Parentheses are not JSON, but a printed dictionary begins like it.
      case UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "("):
        depth += 1
        position += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"), UInt8(ascii: ")"):
        if depth == 0 { return start..<position }
        depth -= 1
        position += 1
      case UInt8(ascii: ","):
        if depth == 0 { return start..<position }
        position += 1
      default: position += 1
      }
    }
    return start..<position
  }

  /// Hides the value, except null, without the white space after it.
  mutating func hide(_ value: Range<Int>) {
    let end = bytes[value].lastIndex { !Self.isSpace($0) }.map { $0 + 1 } ?? value.lowerBound
    guard value.lowerBound < end, !bytes[value.lowerBound..<end].elementsEqual("null".utf8) else { return }
    edits.append((value.lowerBound..<end, nil))
  }

  // MARK: - Objects and arrays

  /// Limited, because a hostile text may open any number.
  private static let maximumOpen = 1_000

  private mutating func open() {
    position += 1
    guard containers.count < Self.maximumOpen else { return deeper += 1 }
    containers.append(Container(start: position, firstName: names.count, firstValue: values.count))
  }

  /// Returns whether a colon or `=` is before the bracket, which a text that is not JSON may have after a bare name.
  private func followsName() -> Bool {
    let before = bytes[max(0, position - 16)..<position].last { !Self.isSpace($0) }
    return before == UInt8(ascii: ":") || before == UInt8(ascii: "=")
  }

  /// Reads an item that is not a member; returns whether something in it is hidden as an argument of a command.
  @discardableResult
  private mutating func item(_ item: Range<Int>) -> Bool {
    guard deeper == 0 else { return false }
    let index = containers.count - 1
    let isHidden = hideArgument(item, after: containers[index].lastItem, start: containers[index].start)
    containers[index].items += 1
    containers[index].firstItem = containers[index].firstItem ?? item
    containers[index].lastItem = item
    return isHidden
  }

  private mutating func close() {
    position += 1
    if deeper > 0 { return deeper -= 1 }
    guard containers.count > 1, let container = containers.popLast() else { return }
    finish(container)
    endValue()
  }

  /// Hides the values of a container whose names are all known now.
  private mutating func finish(_ container: Container) {
    if container.isPair, container.items == 2, let name = container.firstItem, let value = container.lastItem,
      bytes[name.lowerBound] == Self.quote, hides(verdict(onNamed: bytes[name]), value)
    {
      hide(value)
    }
    // The names in a list of names are those of the container around it.
    if !container.isOfNames {
      if container.firstValue < values.count {
        var verdict = SecretName.Verdict.shown
        for name in names[container.firstName...] {
          verdict = max(verdict, self.verdict(onNamed: bytes[name]))
        }
        for value in values[container.firstValue...] where hides(verdict, value) { hide(value) }
      }
      names.removeLast(names.count - container.firstName)
    }
    values.removeLast(values.count - container.firstValue)
  }

  mutating func verdict(onNamed name: ArraySlice<UInt8>) -> SecretName.Verdict {
    if let known = verdicts[name] { return known }
    let verdict = redaction.verdict(onNamed: Self.text(name))
    if verdicts.count < Self.maximumKnown { verdicts[name] = verdict }
    return verdict
  }

  /// Ends the value of the innermost container that ends here.
  private mutating func endValue() {
    if let start = containers.last?.itemStart {
      containers[containers.count - 1].itemStart = nil
      item(start..<position)
    }
    guard let start = containers.last?.valueStart else { return }
    containers[containers.count - 1].valueStart = nil
    values.append(start..<position)
  }

  func hides(_ verdict: SecretName.Verdict, _ value: Range<Int>) -> Bool {
    switch bytes[value.lowerBound] {
    case UInt8(ascii: "{"), UInt8(ascii: "["): verdict == .all
    case Self.quote: verdict > .shown
    default: verdict >= .scalars
    }
  }
}
