/// Makes names of files out of what others suggest.
enum FileName {
  /// The longest name, in bytes, of the file systems in use.
  static let limit = 255
  /// The longest extension that a name which is cut keeps, in bytes, its dot included.
  private static let extensionLimit = 32

  /// A name and nothing more; nil where nothing is left of it.
  static func safe(_ suggestion: String) -> String? {
    // By scalars: a slash under a combining mark is no slash as a character, and one to a file system.
    let segments = suggestion.unicodeScalars.split { $0 == "/" || $0 == "\\" }
    guard let last = segments.last else { return nil }
    let name = trimmed(String(String.UnicodeScalarView(last.filter { !isHidden($0) })))
    return name.isEmpty ? nil : shortened(name)
  }

  /// Control characters, ends of lines, and those that turn the direction, so that `exe` can look like another extension.
  private static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x061c, 0x200e, 0x200f, 0x2028...0x202e, 0x2066...0x2069, 0xfeff: true
    default: scalar.properties.generalCategory == .control
    }
  }

  /// The name without dots and spaces at its ends.
  private static func trimmed(_ name: String) -> String {
    var scalars = Substring(name).unicodeScalars
    while let first = scalars.first, isTrimmed(first) { scalars.removeFirst() }
    while let last = scalars.last, isTrimmed(last) { scalars.removeLast() }
    return String(Substring(scalars))
  }

  private static func isTrimmed(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "." || scalar.properties.isWhitespace
  }

  private static func shortened(_ name: String) -> String {
    guard name.utf8.count > limit else { return name }
    var (stem, ending) = (Substring(name), Substring())
    if let dot = name.unicodeScalars.lastIndex(of: "."), name[dot...].utf8.count <= extensionLimit {
      (stem, ending) = (name[..<dot], name[dot...])
    }
    let room = limit - ending.utf8.count
    var cut = ""
    for character in stem {
      guard cut.utf8.count + character.utf8.count <= room else { break }
      cut.append(character)
    }
    // The first character alone may be longer than any name, with all the marks upon it.
    if cut.isEmpty {
      var scalars = String.UnicodeScalarView()
      var count = 0
      for scalar in stem.unicodeScalars {
        count += UTF8.width(scalar)
        guard count <= room else { break }
        scalars.append(scalar)
      }
      cut = String(scalars)
    }
    return trimmed(cut) + ending
  }
}
