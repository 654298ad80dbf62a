extension Cookie: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The name, domain and path, without the value.
  public var description: String {
    "\(name)=\(Redaction.placeholder); Domain=\(domain); Path=\(path)".printed
  }

  /// The same as ``description``.
  public var debugDescription: String { description }

  /// The attributes, without the value.
  public var customMirror: Mirror {
    Mirror(
      redacted: self,
      [
        "name": name, "domain": domain, "isHostOnly": isHostOnly, "path": path, "isSecure": isSecure,
        "isHTTPOnly": isHTTPOnly, "sameSite": sameSite as Any, "expires": expires.map(\.shown) as Any,
      ])
  }
}
