import Net

extension RequestMatcher {
  /// Requests with a header field of this name and value; the case of the name does not matter.
  ///
  /// If the field is repeated, one of them must have the value, or all of them joined with `, `.
  public static func header(_ name: String, equals value: String) -> RequestMatcher {
    let shown = Redaction.standard.shown(value, ofHeader: name)
    return RequestMatcher(
      "header \(name): \(shown)", part: "header \(name)", expected: shown,
      actual: { request in
        request.headers[name].map { request.redaction.shownAsOther($0, ofHeader: name) } ?? "none"
      },
      matches: { request in
        request.headers.values(for: name).contains { $0.hasCodePoints(of: value) }
          || request.headers[name]?.hasCodePoints(of: value) == true
      })
  }

  /// Requests with a header field of this name, whatever its value.
  public static func header(_ name: String) -> RequestMatcher {
    RequestMatcher(
      "header \(name)", part: "header \(name)", expected: "any value",
      actual: { request in
        request.headers[name].map { request.redaction.shown($0, ofHeader: name) } ?? "none"
      },
      matches: { $0.headers.contains(name) })
  }
}
