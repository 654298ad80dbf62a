import Foundation

extension TransportRequest {
  /// A `curl` command that sends the same request, quoted for a POSIX shell.
  ///
  /// ```swift
  /// print(request.cURLDescription())
  /// // curl --request POST --header 'Accept: */*' --data-raw 'a=1' 'https://api.example.com/items'
  /// ```
  ///
  /// Use it to try a request by hand, or to show it to someone. Secrets are left out, those of JSON and of forms among
  /// them, unless the redaction is ``Redaction/none``. A body that is not text is piped in from `printf`. A file is read from
  /// where it is; a stream and what is above 64 KiB are not spelled out, and read from a file named `body`.
  public func cURLDescription(redacting redaction: Redaction = .standard) -> String {
    let text = redaction.redacted(url)
    var words = ["curl"]
    words += method == .head ? ["--head"] : ["--request", Self.shellWord(method.rawValue)]
    if text.contains(where: { "[]{}".contains($0) }) { words.append("--globoff") }
    for field in redaction.redacted(headers) {
      let header = field.value.isEmpty ? "\(field.name);" : "\(field.name): \(field.value)"
      words += ["--header", Self.shellQuoted(header)]
    }
    var source = ""
    // Without this, curl would label the body as a form.
    if body != .none, !headers.contains("Content-Type") { words += ["--header", "'Content-Type:'"] }
    switch body {
    case .none: break
    case .file(let url): words += ["--data-binary", Self.shellQuoted("@\(url.path)")]
    case .stream: words += ["--data-binary", "@body"]
    case .data(let data):
      switch Self.spelling(of: redaction.redacted(body: data)) {
      case .word(let word): words += ["--data-raw", word]
      case .pipe(let command):
        source = command + " | "
        words += ["--data-binary", "@-"]
      case .file: words += ["--data-binary", "@body"]
      }
    }
    words.append(Self.shellQuoted(text))
    return source + words.joined(separator: " ")
  }

  private enum BodySpelling {
    case word(String)
    case pipe(String)
    case file
  }

  private static func spelling(of data: Data) -> BodySpelling {
    guard data.count <= 65_536 else { return .file }
    // A shell's words cannot hold NUL.
    if !data.contains(0), let text = String(validating: data, as: UTF8.self) {
      return .word(shellQuoted(text))
    }
    let octal = data.map { byte in
      let digits = String(byte, radix: 8)
      return "\\" + String(repeating: "0", count: 3 - digits.count) + digits
    }
    return .pipe("printf '\(octal.joined())'")
  }

  /// The text as one word of a POSIX shell, in single quotes, where nothing but the quote itself is special.
  package static func shellQuoted(_ text: String) -> String {
    // By scalars: a quote before a combining character is one Character, which would not be found.
    var quoted = String.UnicodeScalarView("'".unicodeScalars)
    for scalar in text.unicodeScalars {
      if scalar == "'" { quoted.append(contentsOf: "'\\''".unicodeScalars) } else { quoted.append(scalar) }
    }
    quoted.append("'")
    return String(quoted)
  }

  private static func shellWord(_ text: String) -> String {
    let isPlain = text.utf8.allSatisfy { byte in
      (0x30...0x39).contains(byte) || (0x41...0x5a).contains(byte) || (0x61...0x7a).contains(byte)
        || byte == UInt8(ascii: "-")
    }
    return isPlain && !text.isEmpty ? text : shellQuoted(text)
  }
}
