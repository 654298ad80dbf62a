import Foundation
public import Net

extension RequestMatcher {
  /// Requests to a URL that the template (RFC 6570) can expand to.
  ///
  /// ```swift
  /// transport.stub(.uri("https://api.github.com/users/{username}"), with: .status(404))
  /// transport.stub(.uri("/users/{username}/repos?sort=stars"), with: .json("[]"))
  /// ```
  ///
  /// - `{name}` matches one or more characters except `/`, dots included; `{+name}` also matches `/`. In the value of
  ///   a query pair, `{name}` matches any text.
  /// - `{/name}`, `{.name}` and `{;name}` match with their character, or nothing; `{/path*}` matches several parts.
  ///   `{name:3}` matches at most three characters, and `{a,b}` a list.
  /// - The query pairs of the template are required, each at least as often, in any order; further pairs are allowed.
  ///   `{?page,sort}` and `{&page}` require nothing. Add ``query(equals:)`` to reject further pairs.
  /// - An absolute template requires its scheme, host and port (80 or 443 by default). A template that starts with `/`
  ///   requires the path only; any other is the end of a path: `users/{username}`.
  /// - URLs are percent-decoded before they are compared, so `%7E` equals `~`; an encoded `/` is not a separator.
  ///   A `+` in the query is a space, as in forms, or a plus sign, as in URIs: whatever the template says. Credentials
  ///   and the fragment are ignored.
  ///
  /// A malformed template, such as one without a closing brace, fails the test at the line of the stub and matches
  /// nothing.
  ///
  /// Only a `String` is a template. Any other address, such as a `URL`, is literal text, whose braces are braces; if it
  /// has no URL, it fails the test as a malformed template does.
  public static func uri(_ address: any URLConvertible) -> RequestMatcher {
    do {
      return uri(template: try template(of: address))
    } catch {
      return RequestMatcher(
        "uri", criteria: [],
        misuse: StubMisuse("\(type(of: address)) has no URL: \(error). Nothing matches it."))
    }
  }

  /// The text of an address as a template.
  static func template(of address: any URLConvertible) throws -> String {
    if let template = address as? String { return template }
    return try address.asURL().absoluteString.replacing("{", with: "%7B").replacing("}", with: "%7D")
  }

  private static func uri(template: String) -> RequestMatcher {
    let pattern = URIPattern(template)
    var criteria: [Criterion] = []
    if let scheme = pattern.scheme { criteria += Self.scheme(scheme).criteria }
    if let host = pattern.host {
      criteria.append(
        Criterion(
          part: "host", expected: host.description, actual: { $0.hostText },
          matches: { host.matches($0.canonicalHost) }))
    }
    if let port = pattern.port { criteria += Self.port(port).criteria }
    if let path = pattern.path {
      var criterion = Criterion(
        part: "path", expected: (pattern.isSuffix ? "…/" : "") + path.description, actual: { $0.shownPath },
        matches: { pattern.matches(path: $0.pathText) })
      criterion.captures = { pattern.captures(inPath: $0.pathText) }
      criteria.append(criterion)
    }
    for (index, pair) in pattern.query.enumerated() {
      let name = PercentEncoding.readable(pair.name)
      let value = pair.value.map { PercentEncoding.readable(PercentEncoding.bytes(of: $0.description)) }
      let expected = value.map { Redaction.standard.quoted($0, ofQuery: name) } ?? "without a value"
      let count = pattern.occurrences(upTo: index)
      criteria.append(
        Criterion(
          part: "query \(name)", expected: count == 1 ? expected : "\(expected), \(count) times",
          actual: { request in
            let pairs = request.readQuery
            let isTaken =
              count == 1 && pairs.contains(where: pair.accepts)
              && !pattern.matchesQuery(upTo: index, in: pairs)
            return request.queryText(of: name) + (isTaken ? takenPair : "")
          },
          matches: { pattern.matchesQuery(upTo: index, in: $0.readQuery) }))
    }
    return RequestMatcher(
      Redaction.standard.redacted(urlText: template), criteria: criteria,
      misuse: URIPattern.misuse(of: template))
  }

  /// Says that a pair of the query would match, but is needed for an expected pair before this one.
  static let takenPair = ", which another expected pair has taken"

  /// Requests with this scheme, ignoring case.
  public static func scheme(_ scheme: String) -> RequestMatcher {
    RequestMatcher(
      "scheme \(scheme)", part: "scheme", expected: scheme, actual: { $0.url.scheme ?? "none" },
      matches: { $0.url.scheme?.lowercased() == scheme.lowercased() })
  }

  /// Requests to this host, in any spelling: in upper case, with a dot at its end, an international name in its ASCII
  /// form, another form of an address.
  public static func host(_ host: String) -> RequestMatcher {
    let canonical = HostName.canonical(host)
    return RequestMatcher(
      "host \(host)", part: "host", expected: host, actual: { $0.hostText },
      matches: { $0.canonicalHost == canonical })
  }

  /// Requests to this port; 80 or 443 if the URL has none.
  public static func port(_ port: Int) -> RequestMatcher {
    RequestMatcher(
      "port \(port)", part: "port", expected: "\(port)", actual: { $0.port.map { "\($0)" } ?? "none" },
      matches: { $0.port == port })
  }

  /// Requests to exactly this path, percent-decoded: `/users/trentm`.
  public static func path(_ path: String) -> RequestMatcher {
    let expected = URIPattern.normalized(path: path)
    return RequestMatcher(
      "path \(path)", part: "path", expected: path, actual: { $0.shownPath },
      matches: { URIPattern.normalized(path: $0.pathText) == expected })
  }

  /// Requests whose path starts with this text.
  public static func pathPrefix(_ prefix: String) -> RequestMatcher {
    let expected = URIPattern.normalized(path: prefix)
    return RequestMatcher(
      "path \(prefix)…", part: "path", expected: "\(prefix)…", actual: { $0.shownPath },
      matches: { URIPattern.normalized(path: $0.pathText).hasPrefix(expected) })
  }

  /// Requests whose path ends with this text: `.png`.
  public static func pathSuffix(_ suffix: String) -> RequestMatcher {
    let expected = suffix.isEmpty ? "" : URIPattern.normalized(path: suffix)
    return RequestMatcher(
      "path …\(suffix)", part: "path", expected: "…\(suffix)", actual: { $0.shownPath },
      matches: { request in
        let path = URIPattern.normalized(path: request.pathText)
        // `2F` is not the end of `%2F`, which is one character.
        return path.hasSuffix(expected) && !path.dropLast(expected.count).suffix(2).contains("%")
      })
  }
}

extension RecordedRequest {
  fileprivate var hostText: String { URIPattern.withoutBrackets(url.host(percentEncoded: false) ?? "") }
  fileprivate var canonicalHost: String { url.canonicalHost ?? "" }
  fileprivate var port: Int? { url.port ?? URIPattern.defaultPort(of: url.scheme) }
  fileprivate var pathText: String {
    let path = url.path(percentEncoded: true)
    return path.isEmpty ? "/" : path
  }

  /// The path for a failure message, without the secret tokens that some services put into it.
  var shownPath: String {
    // Redaction needs the host, which identifies the service.
    let text = redaction.redacted(url)
    guard text != url.absoluteString, let authority = text.range(of: "://")?.upperBound else {
      return pathText
    }
    let path = text[authority...].drop { $0 != "/" }.prefix { $0 != "?" && $0 != "#" }
    return path.isEmpty ? "/" : String(path)
  }

  /// The percent-decoded path; with U+FFFD for bytes that are not UTF-8.
  var plainPath: String { PercentEncoding.text(of: pathText) }

  /// The percent-decoded path for a failure message, which says so if the URL has another one.
  var shownPlainPath: String {
    let shown = shownPath
    let plain = PercentEncoding.text(of: shown)
    return plain == shown ? shown : "\(plain) (decoded)"
  }

  /// The percent-decoded pairs of the query, in which `+` is a plus sign.
  ///
  /// The value of `a` is nil in `?a` and empty in `?a=`. Bytes that are not UTF-8 keep their escapes.
  var queryPairs: [URLQueryItem] { readQuery.map(\.asURI.item) }

  /// The pairs of the query, in both readings of `+`.
  var readQuery: [ReadPair] {
    url.query(percentEncoded: true)?.split(separator: "&").map(ReadPair.init) ?? []
  }

  /// The values of this name in the query, for a failure message.
  func queryText(of name: String) -> String {
    let values = readQuery.filter { $0.readings.contains { $0.hasName(name) } }.map(\.asURI.item.value)
    return values.isEmpty
      ? "none"
      : values.map { value in
        value.map { redaction.quotedAsOther($0, ofQuery: name) } ?? "without a value"
      }.joined(separator: ", ")
  }
}
