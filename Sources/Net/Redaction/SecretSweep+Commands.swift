/// The options of commands.
extension SecretSweep {
  /// Hides the value of a secret option, the password of `-u user:password`, and that of `mysql -ppassword`.
  ///
  /// The position is at its `-`. The sweep finds that of `--password=…`.
  mutating func option() {
    guard kind != .url,
      position == 0 || Self.isSpace(bytes[position - 1]) || Self.isQuote(bytes[position - 1])
    else { return }
    let isLong = byte(at: position + 1) == UInt8(ascii: "-")
    let start = position + (isLong ? 2 : 1)
    let end = end(from: start, atMost: 64) { Self.isAlphanumeric($0) || "-_".utf8.contains($0) }
    guard start < end, bytes[start] != UInt8(ascii: "-") else { return }
    let name = text(start..<end)
    if Self.isUserOption(name, isLong: isLong) { return userPassword(from: end) }
    if !isLong, name.hasPrefix("u"), byte(at: end) == UInt8(ascii: ":") {
      return userPassword(from: start + 1)
    }
    let verdict = redaction.verdict(onNamed: name)
    if verdict == .shown, !isLong, redaction.readsNames,
      Self.isPasswordOption(bytes, at: start, from: copied, endsWithLine: true)
    {
      return hide(passwordOfProgram(from: start + 1))
    }
    let first = self.end(from: end, atMost: 64) { $0 == 0x20 || $0 == 0x09 }
    guard verdict >= (isLong ? .texts : .scalars), first > end, byte(at: first) != UInt8(ascii: "-"),
      !Self.isLineBreak(byte(at: first))
    else { return }
    if let value = quoted(at: first) { return hide(value) }
    let word = self.word(from: first)
    if hides(verdict, word) { hide(word) }
  }

  /// Whether the option's value is a user, maybe with a password.
  static func isUserOption(_ name: String, isLong: Bool) -> Bool {
    isLong ? ["user", "proxy-user"].contains(name) : ["u", "U", "user"].contains(name)
  }

  /// Hides what is after the colon, including in the next item of a list: `"-u", "user:password"`.
  private mutating func userPassword(from start: Int) {
    let isItem = position > 0 && Self.isQuote(bytes[position - 1]) && byte(at: start) == bytes[position - 1]
    let first = end(from: start, atMost: 8) {
      Self.isSpace($0) || Self.isQuote($0) || $0 == UInt8(ascii: "=") || (isItem && $0 == UInt8(ascii: ","))
    }
    let isPart = { (byte: UInt8) in !Self.isSpace(byte) && !Self.isQuote(byte) }
    let colon = end(from: first, atMost: 256) { isPart($0) && $0 != UInt8(ascii: ":") }
    guard byte(at: colon) == UInt8(ascii: ":") else { return }
    let password = (colon + 1)..<end(from: colon + 1, while: isPart)
    if Self.hasPassword(bytes[first..<password.upperBound]) { hide(password) }
  }

  /// Whether there is a password after the first colon, except in `1000:1000`, which are the numbers of a user and a
  /// group, and in a URL.
  static func hasPassword(_ user: some BidirectionalCollection<UInt8>) -> Bool {
    let bytes = Array(user)
    guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")), colon > 0, colon + 1 < bytes.count,
      bytes[colon + 1] != UInt8(ascii: "/")
    else { return false }
    return !isPlain(bytes[..<colon]) || !isPlain(bytes[(colon + 1)...])
  }

  // MARK: - Options of one letter

  /// Returns whether the letter after a `-` is the option for a password of the program before it in the command:
  /// `mysql -uroot -ps3cret`, `sshpass -p s3cret ssh host`.
  ///
  /// - Parameters:
  ///   - bytes: The text.
  ///   - position: The position of the letter.
  ///   - start: Where the command begins at the earliest.
  ///   - endsWithLine: Whether the command does not span lines.
  /// - Returns: Whether it is; false if no known program is found.
  static func isPasswordOption(
    _ bytes: [UInt8], at position: Int, from start: Int, endsWithLine: Bool = false
  ) -> Bool {
    let letter = bytes[position]
    switch letter {
    // The letters of the programs below, because most options have others.
    case UInt8(ascii: "p"), UInt8(ascii: "P"), UInt8(ascii: "a"), UInt8(ascii: "w"): break
    default: return false
    }
    var end = position - 1
    // Commands are shorter. What is between the words are spaces, the quotes of a list and the slashes of a path.
    while end > start, position - end < 256 {
      let byte = bytes[end - 1]
      if (endsWithLine && isLineBreak(byte)) || ";|&".utf8.contains(byte) { return false }
      var first = end
      while first > start, end - first < 32, isOfProgram(bytes[first - 1]) { first -= 1 }
      if first < end, let option = passwordOptions[String(decoding: bytes[first..<end], as: UTF8.self)] {
        return option == letter
      }
      end = first < end ? first : end - 1
    }
    return false
  }

  private static func isOfProgram(_ byte: UInt8) -> Bool { isAlphanumeric(byte) || byte == UInt8(ascii: "-") }

  /// Returns the password that begins here, or after a space, or in the next item of a list: `"-p", "s3cret"`.
  private func passwordOfProgram(from start: Int) -> Range<Int> {
    let quote = position > 0 ? bytes[position - 1] : 0
    if Self.isQuote(quote), byte(at: start) == quote {
      let next = end(from: start + 1, atMost: 64) { Self.isSpace($0) || $0 == UInt8(ascii: ",") }
      return quoted(at: next) ?? next..<next
    }
    let isJoined = !Self.isSpace(byte(at: start))
    let first = isJoined ? start : end(from: start, atMost: 64) { $0 == 0x20 || $0 == 0x09 }
    if let value = quoted(at: first) { return value }
    guard isJoined || byte(at: first) != UInt8(ascii: "-") else { return first..<first }
    return word(from: first)
  }

  /// Returns the argument without quotes that begins here.
  private func word(from start: Int) -> Range<Int> {
    start..<end(from: start) { !Self.isSpace($0) && !Self.isQuote($0) && $0 != UInt8(ascii: "<") }
  }

  /// The option for the password, by the program.
  ///
  /// Programs without such an option end the search: their `-p` is a port, or keeps what is copied.
  private static let passwordOptions: [String: UInt8] = {
    let options = [
      "p":
        "mysql mysqladmin mysqlcheck mysqldump mysqlimport mysqlpump mysqlshow mysqlslap mariadb mariadb-admin "
        + "mariadb-dump sshpass mongo mongosh mongodump mongorestore mongoexport mongoimport cqlsh login rar unrar 7z 7za",
      "P": "sqlcmd bcp unzip zip", "a": "redis-cli",
      "w": "ldapsearch ldapadd ldapmodify ldapdelete ldappasswd ldapwhoami",
      "": "cp mkdir rsync run scp sftp ssh",
    ]
    var programs: [String: UInt8] = [:]
    for (option, names) in options {
      for name in names.split(separator: " ") { programs[String(name)] = option.utf8.first ?? 0 }
    }
    return programs
  }()
}
