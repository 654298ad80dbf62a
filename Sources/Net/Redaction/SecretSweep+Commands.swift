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
    let isUser = isLong ? ["user", "proxy-user"].contains(name) : ["u", "U", "user"].contains(name)
    if isUser { return userPassword(from: end) }
    if !isLong, name.hasPrefix("u"), byte(at: end) == UInt8(ascii: ":") {
      return userPassword(from: start + 1)
    }
    let verdict = redaction.verdict(onNamed: name)
    if verdict == .shown, !isLong, isPasswordLetter(bytes[start]) {
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

  /// Hides what is after the colon, except in `1000:1000`, which are the numbers of a user and a group.
  private mutating func userPassword(from start: Int) {
    let first = end(from: start, atMost: 8) {
      Self.isSpace($0) || Self.isQuote($0) || $0 == UInt8(ascii: "=")
    }
    let isPart = { (byte: UInt8) in !Self.isSpace(byte) && !Self.isQuote(byte) }
    let colon = end(from: first, atMost: 256) { isPart($0) && $0 != UInt8(ascii: ":") }
    guard byte(at: colon) == UInt8(ascii: ":"), first < colon, byte(at: colon + 1) != UInt8(ascii: "/") else {
      return
    }
    let password = (colon + 1)..<end(from: colon + 1, while: isPart)
    if Self.isPlain(bytes[first..<colon]), Self.isPlain(bytes[password]) { return }
    hide(password)
  }

  // MARK: - Options of one letter

  /// Returns whether the letter at the position is the option for a password of the program before it in the command:
  /// `mysql -uroot -ps3cret`, `sshpass -p s3cret ssh host`.
  private func isPasswordLetter(_ letter: UInt8) -> Bool {
    switch letter {
    // The letters of the programs below, because most options have others.
    case UInt8(ascii: "p"), UInt8(ascii: "P"), UInt8(ascii: "a"), UInt8(ascii: "w"): break
    default: return false
    }
    guard redaction.readsNames else { return false }
    let isOfWord = { (byte: UInt8) in Self.isAlphanumeric(byte) || byte == UInt8(ascii: "-") }
    var end = position
    // Commands are shorter. What is between the words are spaces, the quotes of a list and the slashes of a path.
    while end > copied, position - end < 256 {
      let byte = bytes[end - 1]
      if Self.isLineBreak(byte) || ";|&".utf8.contains(byte) { return false }
      let word = start(before: end, atMost: 32, while: isOfWord)..<end
      if !word.isEmpty, let option = Self.passwordOptions[text(word)] {
        return option == letter
      }
      end = word.isEmpty ? end - 1 : word.lowerBound
    }
    return false
  }

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
