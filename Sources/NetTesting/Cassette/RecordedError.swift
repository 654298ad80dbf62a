import Foundation
import Net

/// An error of the package's transports, which a cassette keeps with its type.
enum RecordedError: Sendable, Hashable {
  /// A `CurlError`, a type that exists on Linux only.
  case curl(code: Int, message: String, systemError: Int?)
  case proxyRefusal(ResponseHead)
  case webSocket(WebSocketError)

  /// Nil for an error of another type.
  init?(_ error: any Error) {
    switch error {
    case let error as ProxyRefusal: self = .proxyRefusal(error.response)
    case let error as WebSocketError: self = .webSocket(error)
    default:
      #if os(Linux) && !canImport(Darwin)
        guard let error = error as? CurlError else { return nil }
        self = .curl(code: error.code, message: error.message, systemError: error.systemError)
      #else
        return nil
      #endif
    }
  }

  /// The error; nil if its type does not exist on this platform.
  var error: (any Error)? {
    switch self {
    case .proxyRefusal(let head): ProxyRefusal(response: head)
    case .webSocket(let error): error
    #if os(Linux) && !canImport(Darwin)
      case .curl(let code, let message, let systemError):
        CurlError(code: code, message: message, systemError: systemError)
    #else
      case .curl: nil
    #endif
    }
  }

  /// A copy whose texts and fields are changed.
  func redacted(
    text: (String) -> String, headers: (HTTPHeaders) -> HTTPHeaders
  ) -> RecordedError {
    switch self {
    case .curl(let code, let message, let systemError):
      return .curl(code: code, message: text(message), systemError: systemError)
    case .proxyRefusal(var head):
      head.headers = headers(head.headers)
      return .proxyRefusal(head)
    case .webSocket(let error):
      var parts = WebSocketErrorParts(error)
      parts.text = parts.text.map(text)
      return .webSocket(parts.error ?? error)
    }
  }
}

// MARK: - The field of the file

extension RecordedError {
  private static let curlType = "CurlError"
  private static let proxyType = "ProxyRefusal"
  private static let webSocketType = "WebSocketError"

  /// The value of the field `_errorDetails`.
  var json: JSONValue {
    var result: JSONValue
    switch self {
    case .curl(let code, let message, let systemError):
      result = ["type": .string(Self.curlType), "number": .integer(Int64(code)), "text": .string(message)]
      if let systemError { result["systemError"] = .integer(Int64(systemError)) }
    case .proxyRefusal(let head):
      let fields = head.headers.map { field -> JSONValue in
        ["name": .string(field.name), "value": .string(field.value)]
      }
      result = [
        "type": .string(Self.proxyType), "status": .integer(Int64(head.status)), "headers": .array(fields),
      ]
      if let version = head.httpVersion { result["httpVersion"] = .string(version) }
    case .webSocket(let error):
      let parts = WebSocketErrorParts(error)
      result = ["type": .string(Self.webSocketType), "name": .string(parts.name)]
      if let number = parts.number { result["number"] = .integer(Int64(number)) }
      if let text = parts.text { result["text"] = .string(text) }
    }
    return result
  }

  /// Reads the value of the field; nil if it has none, or one that this version does not know.
  ///
  /// - `url`: The URL of the request.
  init?(json: JSONValue, of url: URL) {
    switch json["type"].string {
    case Self.curlType:
      guard let code = json["number"].int, let message = json["text"].string else { return nil }
      self = .curl(code: code, message: message, systemError: json["systemError"].int)
    case Self.proxyType:
      guard let status = json["status"].int else { return nil }
      var headers = HTTPHeaders()
      for field in json["headers"].array ?? [] {
        guard let name = field["name"].string else { continue }
        headers.add(name: name, value: field["value"].string ?? "")
      }
      self = .proxyRefusal(
        ResponseHead(status: status, headers: headers, url: url, httpVersion: json["httpVersion"].string))
    case Self.webSocketType:
      let parts = WebSocketErrorParts(
        name: json["name"].string ?? "", number: json["number"].int, text: json["text"].string)
      guard let error = parts.error else { return nil }
      self = .webSocket(error)
    default: return nil
    }
  }
}

/// The case of a `WebSocketError` and its values.
private struct WebSocketErrorParts {
  var name: String
  var number: Int?
  var text: String?

  /// The cases without values.
  private static let plain: [(name: String, error: WebSocketError)] = [
    ("handshake.invalidResponse", .handshake(.invalidResponse)),
    ("protocolViolation.reservedBits", .protocolViolation(.reservedBits)),
    ("protocolViolation.masking", .protocolViolation(.masking)),
    ("protocolViolation.length", .protocolViolation(.length)),
    ("protocolViolation.controlFrame", .protocolViolation(.controlFrame)),
    ("protocolViolation.fragmentation", .protocolViolation(.fragmentation)),
    ("invalidText", .invalidText), ("invalidCompression", .invalidCompression),
    ("connectionLost", .connectionLost), ("pongTimeout", .pongTimeout), ("idleTimeout", .idleTimeout),
    ("closeTimeout", .closeTimeout), ("notOpen", .notOpen), ("invalidClosure", .invalidClosure),
    ("hasConsumer", .hasConsumer),
  ]

  init(name: String, number: Int? = nil, text: String? = nil) {
    self.name = name
    self.number = number
    self.text = text
  }

  init(_ error: WebSocketError) {
    switch error {
    case .handshake(.status(let status)): self.init(name: "handshake.status", number: status)
    case .handshake(.field(let name)): self.init(name: "handshake.field", text: name)
    case .handshake(.subprotocol(let name)): self.init(name: "handshake.subprotocol", text: name)
    case .handshake(.extension(let name)): self.init(name: "handshake.extension", text: name)
    case .handshake(.headTooLarge(let limit)): self.init(name: "handshake.headTooLarge", number: limit)
    case .protocolViolation(.opcode(let opcode)):
      self.init(name: "protocolViolation.opcode", number: Int(opcode))
    case .protocolViolation(.closeCode(let code)):
      self.init(name: "protocolViolation.closeCode", number: code)
    case .frameTooLarge(let limit): self.init(name: "frameTooLarge", number: limit)
    case .messageTooLarge(let limit): self.init(name: "messageTooLarge", number: limit)
    case .closed(let closure):
      self.init(name: "closed", number: Int(closure.code.rawValue), text: closure.reason)
    case .unsupported(let transport): self.init(name: "unsupported", text: transport)
    case .handshake(.invalidResponse), .protocolViolation, .invalidText, .invalidCompression, .connectionLost,
      .pongTimeout, .idleTimeout, .closeTimeout, .notOpen, .invalidClosure, .hasConsumer:
      self.init(name: Self.plain.first { $0.error == error }?.name ?? "")
    }
  }

  /// The error; nil if this version does not know it.
  var error: WebSocketError? {
    switch (name, number, text) {
    case ("handshake.status", let status?, _): .handshake(.status(status))
    case ("handshake.field", _, let name?): .handshake(.field(name))
    case ("handshake.subprotocol", _, let name?): .handshake(.subprotocol(name))
    case ("handshake.extension", _, let name?): .handshake(.extension(name))
    case ("handshake.headTooLarge", let limit?, _): .handshake(.headTooLarge(limit: limit))
    case ("protocolViolation.opcode", let opcode?, _):
      UInt8(exactly: opcode).map { .protocolViolation(.opcode($0)) }
    case ("protocolViolation.closeCode", let code?, _): .protocolViolation(.closeCode(code))
    case ("frameTooLarge", let limit?, _): .frameTooLarge(limit: limit)
    case ("messageTooLarge", let limit?, _): .messageTooLarge(limit: limit)
    case ("closed", let code?, let reason):
      UInt16(exactly: code).map {
        .closed(WebSocketClosure(code: WebSocketCloseCode(rawValue: $0), reason: reason ?? ""))
      }
    case ("unsupported", _, let transport?): .unsupported(transport: transport)
    default: Self.plain.first { $0.name == name }?.error
    }
  }
}
