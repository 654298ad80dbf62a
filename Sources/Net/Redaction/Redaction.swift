import Foundation

/// The secrets to hide in logs, descriptions and `curl` commands: the values of secret header fields, query parameters
/// and body fields, and the credentials in URLs.
///
/// ```swift
/// var redaction = Redaction.standard
/// redaction.insert(headerName: "X-Patient-Number")
/// redaction.insert(queryName: "invitation")
/// redaction.insert(bodyName: "iban")
/// configuration.redaction = redaction
/// ```
///
/// Names are compared ignoring the case of ASCII letters. Names in queries and bodies are also compared ignoring `_`
/// and `-`, so that `access_token` hides `accessToken`. Parameters of a fragment count as those of a query. URLs are
/// found anywhere: in header fields, in JSON, in text.
///
/// Set ``SessionConfiguration/redaction`` to apply it to everything that the session prints, logs and throws.
public struct Redaction: Sendable, Hashable {
  /// The text that replaces a secret.
  ///
  /// In XML and HTML it is written `&lt;redacted&gt;`.
  public static let placeholder = "<redacted>"

  /// The names, in a form that ignores case, that a caller has chosen to hide or to show.
  private struct Choices: Hashable {
    var hidden: Set<String>
    var shown: Set<String> = []
    var isEmpty: Bool { hidden.isEmpty && shown.isEmpty }

    mutating func hide(_ name: String) {
      hidden.insert(name)
      shown.remove(name)
    }

    mutating func show(_ name: String) {
      hidden.remove(name)
      shown.insert(name)
    }
  }

  private struct Names: Hashable {
    var headers: Choices
    var queries: Choices { didSet { findUnusual() } }
    var bodies: Choices { didSet { findUnusual() } }
    /// The unusual characters of the names of hidden queries and members.
    private(set) var unusual = UnusualNames([])
    var hidesCredentials = true
    /// Whether a name that was not chosen is hidden if its words say that it is secret.
    var readsNames = false

    init(headers: Choices, queries: Choices, bodies: Choices) {
      (self.headers, self.queries, self.bodies) = (headers, queries, bodies)
      findUnusual()
    }

    private mutating func findUnusual() {
      unusual = UnusualNames(queries.hidden.union(bodies.hidden))
    }
  }

  private var names: Boxed<Names>

  /// Creates a redaction that hides these header fields, query parameters, JSON members and form fields, and the
  /// credentials in URLs.
  ///
  /// It hides nothing else. To extend the common secrets, start with ``standard``.
  public init(
    headerNames: some Sequence<String>, queryNames: some Sequence<String> = [],
    bodyNames: some Sequence<String> = []
  ) {
    names = Boxed(
      Names(
        headers: Choices(hidden: Set(headerNames.map(HeaderSyntax.folded))),
        queries: Choices(hidden: Set(queryNames.map(Self.foldedInBody))),
        bodies: Choices(hidden: Set(bodyNames.map(Self.foldedInBody)))))
  }

  /// A redaction that hides credentials in URLs and every value whose name indicates a secret.
  ///
  /// A name is split into words, so `X-Api-Key`, `apiKey` and `user[api_key]` match alike. Passwords, tokens,
  /// secrets, signatures, credentials, cookies, one-time passwords, session identifiers and access keys are
  /// secret: `Authorization`, `Set-Cookie`, `X-Amz-Security-Token`, `client_secret`, `X-Goog-Signature`,
  /// `code_verifier`. In queries, fragments and forms, so are `code`, `key` and `sig`, and `state` together
  /// with a `code`. Tokens in a well-known format are hidden under any name: JSON Web Tokens and those of
  /// GitHub, GitLab, Slack and Stripe.
  ///
  /// Names that describe a secret (`token_type`, `password_length`), cursors (`next_page_token`), counts
  /// (`max_tokens`), `Idempotency-Key` and the `code` of a JSON error are not hidden. If a name is hidden by mistake,
  /// show it with ``remove(headerName:)``, ``remove(queryName:)`` or ``remove(bodyName:)``.
  public static let standard: Redaction = {
    var redaction = Redaction(headerNames: [])
    redaction.names.value.readsNames = true
    return redaction
  }()

  /// A redaction that hides nothing.
  public static let none: Redaction = {
    var redaction = Redaction(headerNames: [])
    redaction.names.value.hidesCredentials = false
    return redaction
  }()

  /// Hides the values of this header field, too.
  public mutating func insert(headerName: String) {
    names.value.headers.hide(HeaderSyntax.folded(headerName))
  }

  /// Hides the values of this query or fragment parameter, too.
  public mutating func insert(queryName: String) {
    names.value.queries.hide(Self.foldedInBody(queryName))
  }

  /// Hides the values of this JSON member, form field or XML element, too, at any depth of a body.
  public mutating func insert(bodyName: String) {
    names.value.bodies.hide(Self.foldedInBody(bodyName))
  }

  /// Shows the values of this header field.
  ///
  /// Secrets in its URLs remain hidden.
  public mutating func remove(headerName: String) {
    names.value.headers.show(HeaderSyntax.folded(headerName))
  }

  /// Shows the values of this query or fragment parameter.
  public mutating func remove(queryName: String) {
    names.value.queries.show(Self.foldedInBody(queryName))
  }

  /// Shows the values of this JSON member, form field or XML element.
  public mutating func remove(bodyName: String) {
    names.value.bodies.show(Self.foldedInBody(bodyName))
  }

  /// Returns whether the values of the header field are hidden.
  public func hides(headerName: String) -> Bool { verdict(onHeader: headerName) != .shown }

  /// Returns whether the values of the JSON member are hidden.
  package func hides(bodyName: String) -> Bool { verdict(onMember: bodyName) != .shown }

  /// Returns whether the values of the form field are hidden.
  package func hides(formName: String) -> Bool { verdict(onField: formName) != .shown }
}

extension Redaction {
  /// Whether bodies and texts are searched for secrets.
  var hidesBodies: Bool {
    readsNames || !names.value.bodies.hidden.isEmpty || !names.value.queries.hidden.isEmpty
  }
  var hidesCredentials: Bool { names.value.hidesCredentials }
  var readsNames: Bool { names.value.readsNames }
  /// Whether subprotocols of WebSockets are searched for credentials.
  var readsSubprotocols: Bool {
    readsNames && !names.value.headers.shown.contains(HeaderSyntax.folded(Self.subprotocolField))
  }

  func verdict(onHeader name: String) -> SecretName.Verdict {
    let names = names.value
    let folded = names.headers.isEmpty ? "" : HeaderSyntax.folded(name)
    if names.headers.hidden.contains(folded) { return .all }
    if !names.readsNames || names.headers.shown.contains(folded) { return .shown }
    return SecretName.verdict(on: name, in: .header)
  }

  func verdict(onQuery name: String) -> SecretName.Verdict {
    let (names, decoded) = (names.value, Self.decoded(name))
    let spellings = names.queries.isEmpty ? [] : Self.spellings(of: name, decoded)
    if spellings.contains(where: names.queries.hidden.contains) { return .all }
    if !names.readsNames || spellings.contains(where: names.queries.shown.contains) { return .shown }
    return SecretName.verdict(on: decoded, in: .pair)
  }

  func verdict(onMember name: String) -> SecretName.Verdict {
    let names = names.value
    let folded = names.bodies.isEmpty ? "" : Self.foldedInBody(name)
    if names.bodies.hidden.contains(folded) { return .all }
    if !names.readsNames || names.bodies.shown.contains(folded) { return .shown }
    return SecretName.verdict(on: name, in: .member)
  }

  /// Returns the verdict on a form field, whose name may be registered as that of a query or a body.
  func verdict(onField name: String) -> SecretName.Verdict {
    let (names, decoded) = (names.value, Self.decoded(name))
    let isChosen = !names.bodies.isEmpty || !names.queries.isEmpty
    let spellings = isChosen ? Self.spellings(of: name, decoded) : []
    if spellings.contains(where: { names.bodies.hidden.contains($0) || names.queries.hidden.contains($0) }) {
      return .all
    }
    let isShown = spellings.contains { names.bodies.shown.contains($0) || names.queries.shown.contains($0) }
    return isShown || !names.readsNames ? .shown : SecretName.verdict(on: decoded, in: .pair)
  }

  /// The unusual characters of the names that the caller has chosen to hide.
  var unusualNames: UnusualNames { names.value.unusual }

  /// Returns whether the caller has chosen to hide the query parameter or member.
  func hides(chosenName name: String) -> Bool {
    let (names, folded) = (names.value, Self.foldedInBody(name))
    return names.bodies.hidden.contains(folded) || names.queries.hidden.contains(folded)
  }

  /// Returns the name as it is and decoded, in the form that is compared.
  ///
  /// The names of parts are not percent-encoded, and those of a URL may be malformed: `100%`, `a+b`.
  private static func spellings(of name: String, _ decoded: String) -> [String] {
    decoded == name ? [foldedInBody(name)] : [foldedInBody(decoded), foldedInBody(name)]
  }

  private static func decoded(_ name: String) -> String {
    guard name.utf8.contains(where: { $0 == UInt8(ascii: "%") || $0 == UInt8(ascii: "+") }) else {
      return name
    }
    return PercentEncoding.text(of: name.replacing("+", with: " "))
  }

  private static func foldedInBody(_ name: String) -> String {
    HeaderSyntax.folded(name).filter { $0 != "_" && $0 != "-" }
  }
}
