import Foundation
import Net

/// A request as it was received, before its body.
struct ParsedRequest: Sendable, Hashable {
  var method: HTTPMethod
  /// The target of the request line (RFC 9112 section 3.2): a path with a query, or a whole URL.
  var target: String
  var headers: HTTPHeaders
  /// Whether the request is HTTP/1.0.
  var isOld: Bool
  /// Whether the client keeps the connection open (RFC 9112 section 9.3).
  var keepsAlive: Bool
}

/// The head of a request while it is being read (RFC 9112 sections 3 to 6).
struct RequestHead: Sendable {
  /// How the body is delimited.
  enum Framing: Sendable, Hashable {
    case length(Int)
    case chunked
  }

  let method: HTTPMethod
  private let target: String
  private let isOld: Bool
  private var headers = HTTPHeaders()
  /// The bytes of the header section so far.
  private(set) var size = 0

  /// Reads `GET /path HTTP/1.1`.
  init(requestLine line: ArraySlice<UInt8>) throws(ParseFailure) {
    let parts = line.split(separator: 0x20, omittingEmptySubsequences: false)
    guard parts.count == 3, !parts[0].isEmpty, parts[0].allSatisfy(\.isTokenCharacter),
      // A target has no fragment (RFC 9112 section 3.2).
      !parts[1].isEmpty, parts[1].allSatisfy({ $0 > 0x20 && $0 < 0x7f && $0 != UInt8(ascii: "#") })
    else {
      throw .malformed("\"\(String(decoding: line.prefix(200), as: UTF8.self))\" is not a request line")
    }
    isOld = try Self.isOld(version: parts[2])
    method = HTTPMethod(rawValue: String(decoding: parts[0], as: UTF8.self))
    target = String(decoding: parts[1], as: UTF8.self)
  }

  /// Returns whether the version is HTTP/1.0; a higher minor version than 1 is processed as HTTP/1.1 (RFC 9110
  /// section 6.2).
  private static func isOld(version: ArraySlice<UInt8>) throws(ParseFailure) -> Bool {
    let digits = Array(version.dropFirst(5))
    guard version.starts(with: "HTTP/".utf8), digits.count == 3, digits[1] == UInt8(ascii: "."),
      [digits[0], digits[2]].allSatisfy({ (0x30...0x39).contains($0) })
    else { throw .malformed("the request line does not end with a version") }
    guard digits[0] == UInt8(ascii: "1") else {
      throw .unsupportedVersion(String(decoding: version, as: UTF8.self))
    }
    return digits[2] == UInt8(ascii: "0")
  }

  /// Reads a line of the header section.
  mutating func add(_ line: ArraySlice<UInt8>) throws(ParseFailure) {
    headers.add(try HTTPField(line: line))
    size += line.count + 2
  }

  /// How the body is delimited (RFC 9112 section 6.3); ambiguity is an error.
  func framing() throws(ParseFailure) -> Framing {
    let lengths = headers.values(for: "Content-Length")
    if !headers.contains("Transfer-Encoding") { return .length(try Self.length(lengths)) }
    let codings = tokens(of: "Transfer-Encoding")
    guard lengths.isEmpty else { throw .malformed("both Content-Length and Transfer-Encoding are present") }
    guard !isOld else { throw .malformed("HTTP/1.0 has no Transfer-Encoding") }
    guard codings == ["chunked"] else { throw .unsupportedCoding(codings.joined(separator: ", ")) }
    return .chunked
  }

  private static func length(_ values: [String]) throws(ParseFailure) -> Int {
    guard !values.isEmpty else { return 0 }
    let all = Set(
      values.flatMap { $0.split(separator: ",", omittingEmptySubsequences: false) }.map(\.trimmed))
    guard let text = all.first, all.count == 1, !text.isEmpty,
      text.utf8.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 })
    else {
      throw .malformed("Content-Length is \(values.joined(separator: ", "))")
    }
    guard let length = Int(text) else { throw .bodyTooLarge }
    return length
  }

  /// Whether the client waits for `100 Continue` before it sends the body (RFC 9110 section 10.1.1).
  func expectsContinue() throws(ParseFailure) -> Bool {
    let expectations = tokens(of: "Expect")
    guard expectations.allSatisfy({ $0 == "100-continue" }) else {
      throw .unmetExpectation(expectations.joined(separator: ", "))
    }
    return !expectations.isEmpty && !isOld
  }

  /// The request, without its body.
  func request() throws(ParseFailure) -> ParsedRequest {
    let hosts = headers.values(for: "Host")
    guard hosts.count == 1 || (isOld && hosts.isEmpty) else {
      throw .malformed("there are \(hosts.count) Host fields (RFC 9112 section 3.2 wants one)")
    }
    if let host = hosts.first, !Self.isHost(host) {
      throw .malformed("the Host \"\(host.prefix(200))\" is not a host and a port")
    }
    let options = tokens(of: "Connection")
    return ParsedRequest(
      method: method, target: target, headers: headers, isOld: isOld,
      keepsAlive: !options.contains("close") && (!isOld || options.contains("keep-alive")))
  }

  /// Whether the value of a `Host` field is a host, which may be empty, and a port (RFC 9110 section 7.2).
  private static func isHost(_ value: String) -> Bool {
    var rest = Array(value.utf8)[...]
    if rest.first == UInt8(ascii: "["), let end = rest.firstIndex(of: UInt8(ascii: "]")) {
      let address = String(decoding: rest[...end], as: UTF8.self)
      // The canonical form of an IPv6 address has no brackets.
      guard !HostName.canonical(address).hasPrefix("[") else { return false }
      rest = rest[(end + 1)...]
    } else {
      while let byte = rest.first, byte != UInt8(ascii: ":") {
        rest = rest.dropFirst()
        if byte == UInt8(ascii: "%") {
          guard rest.count >= 2, rest.prefix(2).allSatisfy(\.isHexDigit) else { return false }
        } else if !PercentEncoding.isUnreserved(byte), !"!$&'()*+,;=".utf8.contains(byte) {
          return false
        }
      }
    }
    let digits = rest.dropFirst()
    return rest.first ?? UInt8(ascii: ":") == UInt8(ascii: ":")
      && digits.allSatisfy { $0 >= 0x30 && $0 <= 0x39 }
  }

  private func tokens(of name: String) -> [String] { headers.list(of: name).map(HeaderSyntax.folded) }
}

extension Substring {
  /// Without the spaces and tabs around it (RFC 9110 section 5.6.3).
  fileprivate var trimmed: String { HeaderSyntax.trimmed(self) }
}
