#if os(Linux)
  import Foundation

  extension TransportRequest {
    /// The head of the request with the fields of a handshake, as HTTP/1.1 sends it (RFC 9112 section 3).
    ///
    /// - Throws: ``InvalidRequest`` if a field is invalid.
    func handshakeBytes(_ handshake: WebSocketHandshake) throws(InvalidRequest) -> [UInt8] {
      let (authority, target) = targetParts
      var fields = headers
      for name in ["Content-Length", "Transfer-Encoding", "Host", "Cookie", CurlEasyHandle.proxyField] {
        fields.remove(name: name)
      }
      handshake.add(to: &fields)
      var text = "GET \(target) HTTP/1.1\r\n"
      let host: HTTPHeaders = ["Host": headers.firstValue(for: "Host") ?? authority]
      // One field for all cookies (RFC 6265 section 5.4).
      let cookies = headers.values(for: "Cookie")
      if !cookies.isEmpty { fields.add(name: "Cookie", value: cookies.joined(separator: "; ")) }
      if !fields.contains("Authorization"), let credential = credentialOfURL { fields.add(credential) }
      // The host is first (RFC 9110 section 7.2).
      for field in try Array(host.checked()) + fields.checked() {
        text += "\(field.name): \(field.value)\r\n"
      }
      return OpaqueText.bytes(of: text + "\r\n")
    }

    /// The head of a response to the handshake.
    func head(_ fields: WebSocketHandshake.ResponseFields) -> ResponseHead {
      ResponseHead(status: fields.status, headers: fields.headers, url: url, httpVersion: "HTTP/1.1")
    }

    /// The name and password in the URL, which libcurl sends with requests.
    private var credentialOfURL: HTTPField? {
      guard let parts = URLComponents(url: url, resolvingAgainstBaseURL: true), let name = parts.user else {
        return nil
      }
      return .authorization(username: name, password: parts.password ?? "")
    }

    /// The host with its port, if that is not the scheme's, and the path with the query.
    private var targetParts: (authority: String, target: String) {
      let text = url.absoluteString
      let start = text.range(of: "://")?.upperBound ?? text.startIndex
      let end = text[start...].firstIndex { "/?#".contains($0) } ?? text.endIndex
      var authority = text[start..<end]
      if let at = authority.lastIndex(of: "@") { authority = authority[authority.index(after: at)...] }
      let port = url.isSecure ? ":443" : ":80"
      if authority.hasSuffix(port) { authority = authority.dropLast(port.count) }
      let target = text[end...].prefix { $0 != "#" }
      if authority.first == "[", let zone = authority.firstIndex(of: "%"),
        let end = authority.firstIndex(of: "]")
      {
        // It has a meaning only on this machine (RFC 6874 section 1).
        authority.removeSubrange(zone..<end)
      }
      return (String(authority), target.first == "/" ? String(target) : "/" + target)
    }
  }
#endif
