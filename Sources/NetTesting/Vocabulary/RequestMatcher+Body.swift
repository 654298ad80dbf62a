public import Foundation
public import Net

extension RequestMatcher {
  /// Requests whose body is these bytes; empty for no body.
  public static func body(equals data: Data) -> RequestMatcher {
    RequestMatcher(
      "body \(text(of: data))", part: "body", expected: text(of: data), actual: { text(of: $0.body) },
      matches: { $0.body == data })
  }

  /// Requests whose body is this text in UTF-8.
  public static func body(equals text: String) -> RequestMatcher { body(equals: Data(text.utf8)) }

  /// Requests whose body is JSON of this value, whatever its spacing and the order of its keys.
  ///
  /// ```swift
  /// transport.stub(.post("/todos") && .json(equals: ["title": "Milk", "done": false]), with: .status(201))
  /// ```
  public static func json(equals value: JSONValue) -> RequestMatcher {
    let expected = value.description
    return RequestMatcher(
      "JSON \(expected)", part: "JSON body", expected: expected,
      actual: { (try? JSONValue(parsing: $0.body))?.description ?? text(of: $0.body) },
      matches: { (try? JSONValue(parsing: $0.body)) == value })
  }

  /// The bytes for a failure message: as text where they are text, cut where they are long.
  static func text(of data: Data) -> String {
    guard let text = String(validating: data, as: UTF8.self) else { return "\(data.count) bytes" }
    guard !text.isEmpty else { return "none" }
    return text.count > 200 ? "\(text.prefix(200))… (\(data.count) bytes)" : text
  }
}
