public import Foundation
public import Net

extension RequestMatcher {
  /// Requests whose body is these bytes, as they were sent; empty for no body.
  ///
  /// A compressed body is not decompressed, as it is for ``json(equals:)`` and ``form(equals:)``.
  public static func body(equals data: Data) -> RequestMatcher {
    let criterion = Criterion(
      part: "body", expected: text(of: data), actual: { text(of: $0) }, matches: { $0.body == data },
      hidden: { request in
        let (type, redaction) = (request.headers["Content-Type"], request.redaction)
        guard redaction.shownText(of: data, type).hasCodePoints(of: text(of: request)) else { return [] }
        let difference = redaction.difference(of: data, request.body, as: type)
        return difference == Redaction.hiddenDifference ? [] : [difference]
      })
    return RequestMatcher("body \(text(of: data))", criteria: [criterion])
  }

  /// Requests whose body is this text in UTF-8.
  public static func body(equals text: String) -> RequestMatcher { body(equals: Data(text.utf8)) }

  /// Requests whose body is JSON of this value, whatever its spacing and the order of its keys.
  ///
  /// ```swift
  /// transport.stub(.post("/todos") && .json(equals: ["title": "Milk", "done": false]), with: .status(201))
  /// ```
  ///
  /// A near miss reports only the paths that differ. Numbers are equal by value, so `1` is `1.0` and `-0` is `0`, and
  /// an integer is equal to a number with a fraction only if both are exactly the same. A number with more digits than
  /// a `Double` has, such as `19.989999999999998976`, equals no value; compare such a body as text. One that is exactly
  /// a `Double`, such as `9223372036854775808`, equals that. Strings and keys are compared by code point (RFC 8259
  /// section 8.3): é as one code point does not equal e with a combining accent. A body in which an object has a name
  /// twice matches no value, because its receivers may use either (section 4).
  ///
  /// A body with a `Content-Encoding` that this machine can undo is decoded first, up to 16 MiB.
  public static func json(equals value: JSONValue) -> RequestMatcher {
    json("JSON", value, allowsMore: false)
  }

  /// Requests whose body is JSON that contains this value: of an object, at least the named members, recursively.
  ///
  /// ```swift
  /// transport.stub(.post("/todos") && .json(contains: ["title": "Milk"]), with: .status(201))
  /// ```
  ///
  /// An array must have the same number of elements, each of which contains the expected one.
  public static func json(contains value: JSONValue) -> RequestMatcher {
    json("JSON with", value, allowsMore: true)
  }

  /// The compiler asks for the label: ``json(equals:)`` or ``json(contains:)``.
  @available(
    *, unavailable, message: "write .json(equals:), or .json(contains:) if the body may have more members"
  )
  public static func json(_ value: JSONValue) -> RequestMatcher { json(equals: value) }

  private static func json(
    _ description: String, _ expected: JSONValue, allowsMore: Bool
  ) -> RequestMatcher {
    let text = Redaction.standard.text(of: expected)
    return RequestMatcher(
      "\(description) \(text)",
      criteria: [
        Criterion(
          part: "JSON body", expected: text,
          actual: { request in
            (request.json.map(request.redaction.text) ?? Self.text(of: request)) + request.codingNote
          },
          matches: { request in
            request.json.map { JSONDifference.agrees($0, with: expected, allowsMore: allowsMore) } == true
          },
          differences: { request in
            let part = "JSON body\(request.codingNote)"
            guard let actual = request.json else {
              return repeatedName(in: request.plainBody).map {
                ["\(part): an object has the name \($0.debugDescription) twice"]
              }
            }
            let differences = JSONDifference.between(
              actual, and: expected, allowsMore: allowsMore, redaction: request.redaction)
            return JSONDifference.report(differences, part: part, request.redaction)
          })
      ])
  }

  private static func repeatedName(in body: Data) -> String? {
    do {
      _ = try JSONValue(parsingUnique: body)
    } catch JSONError.duplicateKey(let name) {
      return name
    } catch {}
    return nil
  }

  /// The redacted bytes, for a failure message.
  static func text(of data: Data) -> String { Redaction.standard.shownText(of: data, nil) }

  /// The body without its content codings, redacted as its session says, for a failure message.
  static func text(of request: RecordedRequest) -> String {
    request.redaction.shownText(of: request.plainBody, request.headers["Content-Type"])
  }
}
