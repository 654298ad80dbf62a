/// Turns suggested file names into safe ones.
enum FileName {
  /// The longest file name, in bytes, that common file systems accept.
  static let limit = 255
  /// The longest extension, in bytes including its dot, that is preserved when a name is shortened.
  private static let extensionLimit = 32

  /// Returns the last path component as a safe file name, or nil if nothing is left.
  static func safe(_ suggestion: String) -> String? {
    // By scalars: a slash with a combining mark is a different `Character`, but still a slash to the file system.
    let segments = suggestion.unicodeScalars.split { $0 == "/" || $0 == "\\" }
    guard let last = segments.last else { return nil }
    var shown = String.UnicodeScalarView()
    for scalar in last where !isHidden(scalar) { shown.append(scalar) }
    let name = trimmed(String(shown))
    return name.isEmpty ? nil : shortened(name)
  }

  /// Returns the extension of a name, without its dot, or nil if there is none or it is not a usual one.
  static func safeExtension(_ suggestion: String) -> String? {
    guard let name = safe(suggestion)?.unicodeScalars, let dot = name.lastIndex(of: ".") else { return nil }
    let ending = String(name[dot...].dropFirst())
    let isUsual = ending.utf8.count < extensionLimit && !ending.unicodeScalars.contains(where: isTrimmed)
    return isUsual ? ending : nil
  }

  /// Control characters, line separators, and characters that change the text direction, which can disguise an
  /// extension such as `exe`.
  private static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x20...0x7e: false
    case 0x061c, 0x200e, 0x200f, 0x2028...0x202e, 0x2066...0x2069, 0xfeff: true
    default: scalar.properties.generalCategory == .control
    }
  }

  /// Returns the name without dots and spaces at either end.
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
    // A first character with many combining marks may be longer than the limit.
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
