extension String {
  /// The text on one line, with an escape such as `\\u{1b}` for each character that could change a terminal, begin a
  /// line or reorder the text.
  ///
  /// Everything that comes from outside is printed like this: URLs, header fields, and the texts of servers and
  /// libraries.
  package var printed: String { escaped { $0.changesOutput } }

  /// The text as ``printed``, but with its line breaks and tabs unchanged.
  package var printedLines: String {
    guard needsEscaping else { return self }
    return replacing("\r\n", with: "\n").escaped { $0.changesOutput && $0 != "\n" && $0 != "\t" }
  }

  /// The text on one line, with an escape for everything but printable ASCII, to show how texts differ that look alike.
  package var printedASCII: String { escaped { !$0.isASCII || $0.changesOutput } }

  /// Whether the text has anything but printable ASCII.
  private var needsEscaping: Bool { utf8.contains { $0 < 0x20 || $0 > 0x7e } }

  private func escaped(_ isEscaped: (Unicode.Scalar) -> Bool) -> String {
    guard needsEscaping, unicodeScalars.contains(where: isEscaped) else { return self }
    var text = ""
    for scalar in unicodeScalars {
      guard isEscaped(scalar) else {
        text.unicodeScalars.append(scalar)
        continue
      }
      switch scalar {
      case "\n": text += "\\n"
      case "\r": text += "\\r"
      case "\t": text += "\\t"
      default: text += "\\u{\(String(scalar.value, radix: 16))}"
      }
    }
    return text
  }
}

extension Unicode.Scalar {
  /// Whether it is a control character (C0, DEL or C1), a separator of lines or paragraphs, or a control of the
  /// direction of text (Unicode Standard Annex 9).
  fileprivate var changesOutput: Bool {
    switch properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: true
    default: properties.isBidiControl
    }
  }
}
