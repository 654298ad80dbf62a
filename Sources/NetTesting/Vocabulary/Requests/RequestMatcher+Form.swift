import Foundation
import Net

extension RequestMatcher {
  /// Requests whose body is a form (`application/x-www-form-urlencoded`) with these fields, each at least as often, in
  /// any order; further fields are allowed.
  ///
  /// A body with a `Content-Encoding` that this machine can undo is decoded first, up to 16 MiB.
  ///
  /// ```swift
  /// transport.stub(.post("/login") && .form(contains: ["user": "dasdom"]), with: .json(#"{"token": "1"}"#))
  /// ```
  public static func form(contains fields: KeyValuePairs<String, String>) -> RequestMatcher {
    let items = fields.map { URLQueryItem(name: $0.key, value: $0.value) }
    return RequestMatcher(
      "form with \(Redaction.standard.shown(items))",
      criteria: [isForm]
        + items.indices.map { index in
          let (item, needed) = (items[index], items.occurrences(upTo: index))
          return Criterion(
            part: "form field \(item.name)",
            expected: items.repeated(
              Redaction.standard.quoted(item.value ?? "", ofQuery: item.name), at: index),
            actual: { request in
              let values = request.formFields.filter { $0.name == item.name }
                .map { request.redaction.quotedAsOther($0.value ?? "", ofQuery: item.name) }
              return (values.isEmpty ? "none" : values.joined(separator: ", ")) + request.codingNote
            }, matches: { $0.formReadings.count { $0.isSame(as: item) } >= needed })
        })
  }

  /// The compiler asks for the label: ``form(contains:)`` or ``form(equals:)``.
  @available(
    *, unavailable, message: "write .form(equals:), or .form(contains:) if there may be further fields"
  )
  public static func form(_ fields: KeyValuePairs<String, String>) -> RequestMatcher { form(equals: fields) }

  /// Requests whose body is a form with exactly these fields, each equally often, in any order.
  public static func form(equals fields: KeyValuePairs<String, String>) -> RequestMatcher {
    let items = fields.map { URLQueryItem(name: $0.key, value: $0.value) }
    return RequestMatcher(
      "form \(Redaction.standard.shown(items))",
      criteria: [
        isForm,
        Criterion(
          part: "form", expected: Redaction.standard.shown(items), actual: { $0.formText + $0.codingNote },
          matches: { request in
            let readings = request.formReadings
            return readings.count == items.count
              && items.allSatisfy { item in
                readings.count { $0.isSame(as: item) } == items.count { $0.hasCodePoints(of: item) }
              }
          },
          hidden: { $0.redaction.hiddenDifferences(items.sorted(), $0.formFields) }),
      ])
  }

  private static let formType = "application/x-www-form-urlencoded"

  private static let isForm = Criterion(
    part: "header Content-Type", expected: formType, actual: { $0.headers["Content-Type"] ?? "none" },
    matches: { $0.headers["Content-Type"].map(MultipartReader.mediaType(of:)) == formType })
}

extension RecordedRequest {
  /// The fields of the form, for a failure message; the body if it is not a form.
  fileprivate var formText: String {
    let first = plainBody.first { ![0x20, 0x09, 0x0a, 0x0d, 0xef, 0xbb, 0xbf].contains($0) }
    let type = headers["Content-Type"]?.lowercased() ?? ""
    let isForm = type.hasPrefix("application/x-www-form-urlencoded")
    let isOther = first.map { "{[<-".utf8.contains($0) } ?? false
    return isForm && !isOther ? redaction.shown(formFields) : RequestMatcher.text(of: self)
  }

  /// The fields of a form body, for a failure message.
  fileprivate var formFields: [URLQueryItem] { formReadings.map(\.item) }

  /// The fields of a form body (the WHATWG URL Standard, section 5.1), where `+` is a space; all have a value.
  fileprivate var formReadings: [ReadPair.Reading] {
    plainBody.split(separator: UInt8(ascii: "&")).map { field in
      var reading = ReadPair.Reading(ReadPair.spaced(field))
      reading.value = reading.value ?? []
      return reading
    }
  }
}
