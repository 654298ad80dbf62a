/// The arguments of a command as a list: `["curl", "-u", "user:password"]`, `["mysql", "-ppassword"]`.
extension JSONSecrets {
  /// Hides the secret in an item after another one, where they are arguments of a command.
  ///
  /// The sweep reads them like this in a line of text. It finds those that one item contains, such as `--token=…`.
  ///
  /// - Parameters:
  ///   - item: The item.
  ///   - last: The item before it.
  ///   - start: The start of the command.
  /// - Returns: Whether something is hidden.
  mutating func hideArgument(_ item: Range<Int>, after last: Range<Int>?, start: Int) -> Bool {
    if let last, isOption(last) { return hideValue(item, of: last, start: start) }
    guard isOption(item), item.count > 4 else { return false }
    let letter = item.lowerBound + 2
    guard SecretSweep.isPasswordOption(bytes, at: letter, from: start), redaction.readsNames,
      redaction.verdict(onNamed: String(Self.text(bytes[item]).dropFirst())) == .shown
    else { return false }
    replace(item, keeping: "-" + Self.text(bytes[item]).dropFirst().prefix(1))
    return true
  }

  /// Whether the item is a string that begins with `-` and another character.
  private func isOption(_ item: Range<Int>) -> Bool {
    item.count > 3 && bytes[item.lowerBound] == Self.quote && bytes[item.lowerBound + 1] == UInt8(ascii: "-")
  }

  private mutating func hideValue(_ item: Range<Int>, of option: Range<Int>, start: Int) -> Bool {
    let isLong = bytes[option.lowerBound + 2] == UInt8(ascii: "-")
    let name = String(Self.text(bytes[option]).drop { $0 == "-" })
    if SecretSweep.isUserOption(name, isLong: isLong) { return hideUserPassword(item) }
    let verdict = verdict(onNamed: bytes[option])
    if verdict >= (isLong ? .texts : .scalars) {
      guard hides(verdict, item) else { return false }
      hide(item)
      return true
    }
    guard !isLong, name.utf8.count == 1, !isOption(item), redaction.readsNames,
      SecretSweep.isPasswordOption(bytes, at: option.lowerBound + 2, from: start)
    else { return false }
    hide(item)
    return true
  }

  private mutating func hideUserPassword(_ item: Range<Int>) -> Bool {
    guard bytes[item.lowerBound] == Self.quote else { return false }
    let text = Self.text(bytes[item])
    guard SecretSweep.hasPassword(Array(text.utf8)) else { return false }
    replace(item, keeping: text.prefix { $0 != ":" } + ":")
    return true
  }

  /// Replaces a string, or what remains of one, with its beginning and the placeholder.
  private mutating func replace(_ item: Range<Int>, keeping beginning: some StringProtocol) {
    let text = JSONValue.string(beginning + Redaction.placeholder).description
    edits.append((item, Array(text.utf8)))
  }
}
