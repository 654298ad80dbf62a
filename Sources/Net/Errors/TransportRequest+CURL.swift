import Foundation

extension TransportRequest {
  /// Returns a `curl` command that sends the same request, quoted for a POSIX shell.
  ///
  /// ```swift
  /// print(request.cURLDescription())
  /// // curl --request POST --header 'Content-Type: text/plain' --data-raw 'a' 'https://api.example.com/items'
  /// ```
  ///
  /// Use it to repeat a request by hand or to include it in a bug report. Secrets that ``redaction`` hides are
  /// replaced, including in the body. A body that is not text is piped from `printf`. A file is read from its path. A
  /// stream or a body larger than 64 KiB is not included: the command reads a file named `body`.
  ///
  /// A field that the transport adds because of the body is included. `Accept-Encoding` is so only if the request has
  /// it, because curl prints a compressed body as it arrives; add `--compressed` to decode it. The command for the
  /// handshake of a WebSocket has the fields that make it one, with the key of RFC 6455 section 1.3.
  public func cURLDescription() -> String { cURLDescription(redacting: redaction) }

  /// Returns a `curl` command that sends the same request, with the secrets hidden that this redaction hides.
  ///
  /// ``Redaction/none`` hides nothing.
  public func cURLDescription(redacting redaction: Redaction) -> String {
    let text = redaction.redacted(url)
    var words = ["curl"]
    // curl refuses `--head` with a body.
    words += method == .head && body == .none ? ["--head"] : ["--request", Self.shellWord(method.rawValue)]
    if text.contains(where: { "[]{}".contains($0) }) { words.append("--globoff") }
    // Otherwise curl removes dot segments, which `CurlTransport` does not.
    if hasDotSegments { words.append("--path-as-is") }
    for field in redaction.redacted(headers).withJoinedCookies {
      let header = field.value.isEmpty ? "\(field.name);" : "\(field.name): \(field.value)"
      words += ["--header", Self.shellQuoted(header)]
    }
    if let offeredSubprotocols {
      words += Self.handshakeWords(redaction.redacted(subprotocols: offeredSubprotocols))
    }
    var source = ""
    // Otherwise curl labels the body as a form.
    if body != .none, !headers.contains("Content-Type") {
      words += ["--header", "'Content-Type: \(Self.unknownContentType)'"]
    }
    switch body {
    // curl sends no length without a body.
    case .none:
      if method.expectsBody, !headers.contains("Content-Length") {
        words += ["--header", "'Content-Length: 0'"]
      }
    case .file(let url): words += ["--data-binary", Self.shellQuoted("@\(url.path)")]
    case .stream: words += ["--data-binary", "@body"]
    case .data(let data):
      switch Self.spelling(of: redaction.redacted(body: data, contentType: headers["Content-Type"])) {
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

  private static func handshakeWords(_ subprotocols: [String]) -> [String] {
    var fields = [
      "Connection: Upgrade", "Upgrade: websocket", "Sec-WebSocket-Version: 13",
      "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
    ]
    if !subprotocols.isEmpty {
      fields.append("Sec-WebSocket-Protocol: \(subprotocols.joined(separator: ", "))")
    }
    return ["--http1.1", "--include"] + fields.flatMap { ["--header", shellQuoted($0)] }
  }

  private var hasDotSegments: Bool {
    url.path(percentEncoded: true).parts(between: "/").contains {
      ["..", "."].contains($0.lowercased().replacing("%2e", with: "."))
    }
  }

  private enum BodySpelling {
    case word(String)
    case pipe(String)
    case file
  }

  private static func spelling(of data: Data) -> BodySpelling {
    guard data.count <= 65_536 else { return .file }
    // Shell words cannot contain NUL.
    if !data.contains(0), let text = String(validating: data, as: UTF8.self) {
      return .word(shellQuoted(text))
    }
    let octal = data.map { byte in
      let digits = String(byte, radix: 8)
      return "\\" + String(repeating: "0", count: 3 - digits.count) + digits
    }
    return .pipe("printf '\(octal.joined())'")
  }

  /// Returns the text as one word of a POSIX shell, in single quotes, in which only the quote itself is special.
  package static func shellQuoted(_ text: String) -> String {
    // By scalars, because a quote followed by a combining mark is a different `Character`.
    var quoted = String.UnicodeScalarView("'".unicodeScalars)
    for scalar in text.unicodeScalars {
      if scalar == "'" { quoted.append(contentsOf: "'\\''".unicodeScalars) } else { quoted.append(scalar) }
    }
    quoted.append("'")
    return String(quoted)
  }

  private static func shellWord(_ text: String) -> String {
    let isPlain = text.utf8.allSatisfy {
      URLBytes.isLetter($0) || URLBytes.isDigit($0) || $0 == UInt8(ascii: "-")
    }
    return isPlain && !text.isEmpty ? text : shellQuoted(text)
  }
}

extension HTTPHeaders {
  /// The fields with one `Cookie` field for all cookies, as it is sent (RFC 6265 section 5.4).
  fileprivate var withJoinedCookies: HTTPHeaders {
    let cookies = values(for: "Cookie")
    guard cookies.count > 1 else { return self }
    var joined = self
    joined.update(name: "Cookie", value: cookies.joined(separator: "; "))
    return joined
  }
}
