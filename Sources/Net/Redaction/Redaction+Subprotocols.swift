extension Redaction {
  /// Returns subprotocols of a WebSocket with placeholders for credentials.
  ///
  /// A browser cannot set other fields of a handshake, so services take a credential as a subprotocol: after a prefix
  /// (`base64url.bearer.authorization.k8s.io.…` of Kubernetes, `v1.token.websocket.jupyter.org.…` of Jupyter,
  /// `openai-insecure-api-key.…` of OpenAI), or as the one after `bearer` or `access_token`.
  package func redacted(subprotocols names: [String]) -> [String] {
    guard verdict(onHeader: Self.subprotocolField) == .shown else {
      return names.map { _ in Self.placeholder }
    }
    guard readsSubprotocols else { return names.map(redacted(text:)) }
    var isCredential = false
    return names.map { name in
      if isCredential {
        isCredential = false
        return Self.placeholder
      }
      let labels = name.parts(between: ".")
      guard let prefix = labels.firstIndex(where: announcesCredential) else { return redacted(text: name) }
      if labels.count == 1 { isCredential = true }
      guard prefix + 1 < labels.count else { return redacted(text: name) }
      return labels[...prefix].joined(separator: ".") + "." + Self.placeholder
    }
  }

  /// Returns the chosen subprotocol with a placeholder for a credential.
  func redacted(subprotocol name: String) -> String { redacted(subprotocols: [name]).joined() }

  /// Returns the value of a `Sec-WebSocket-Protocol` field with placeholders for credentials.
  func redacted(subprotocolList list: String) -> String {
    let names = list.parts(between: ",").map { HeaderSyntax.trimmed($0) }
    let shown = redacted(subprotocols: names)
    return shown == names ? list : shown.joined(separator: ", ")
  }

  /// Whether the field is the list of subprotocols, or the one that was chosen.
  static func isSubprotocolField(_ field: HTTPField) -> Bool { field.isNamed(subprotocolField) }

  static let subprotocolField = "Sec-WebSocket-Protocol"

  /// Returns whether what follows a label of a subprotocol is a credential.
  private func announcesCredential(_ label: Substring) -> Bool {
    ["auth", "basic", "bearer"].contains(HeaderSyntax.folded(label))
      || verdict(onQuery: String(label)) == .all
  }
}
