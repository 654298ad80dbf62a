import Foundation

@testable import Net

/// The first check that failed.
struct PublicCaseFailure {
  let number: Int
  let check: String
  let reason: String
  /// Whether the failure means that the case cannot be assessed.
  let isSetup: Bool
}

/// The checks on the response to one request of a case.
struct PublicCaseChecks {
  let step: PublicCaseStep
  let number: Int
  let response: PublicCaseResponse

  private func failure(_ check: String, _ reason: String, isSetup: Bool = false) -> PublicCaseFailure {
    PublicCaseFailure(number: number, check: check, reason: reason, isSetup: isSetup)
  }

  /// Returns the first failure.
  ///
  /// The identifier is the default body.
  func failure(_ identifier: String) -> PublicCaseFailure? {
    repeated ?? type ?? status ?? fields ?? missing ?? interim ?? body(identifier)
  }

  private var repeated: PublicCaseFailure? {
    let numbers = (response["Request-Numbers"] ?? "").split(separator: " ")
    return Set(numbers).count == numbers.count
      ? nil : failure("request-numbers", "a request was repeated", isSetup: true)
  }

  private var type: PublicCaseFailure? {
    switch step.type {
    case "cached":
      if let count = response.serverCount {
        return count < number ? nil : failure("expected_type", "the response is not cached")
      }
      return response.head.status == 304 ? nil : failure("expected_type", "there is no cached response")
    case "not_cached":
      return response.serverCount == number ? nil : failure("expected_type", "the response is cached")
    default: return nil
    }
  }

  private var status: PublicCaseFailure? {
    let status = response.head.status
    if step.has("expected_status") {
      guard let expected = step.json["expected_status"].int else { return nil }
      if response.hasFailed { return failure("error", "the request failed") }
      return status == expected ? nil : failure("expected_status", "\(status) instead of \(expected)")
    }
    if response.hasFailed { return failure("error", "the request failed") }
    if status == 999 { return failure("expected_type", "the request was not validated") }
    let expected = step.status ?? 200
    return status == expected ? nil : failure("status", "\(status) instead of \(expected)", isSetup: true)
  }

  private var fields: PublicCaseFailure? {
    for expected in step.json["expected_response_headers"].array ?? [] {
      let name = expected.string ?? expected[0].string ?? ""
      guard let value = response[name] else { return failure("expected_response_headers", "no \(name)") }
      guard expected.string == nil else { continue }
      let isMet: Bool
      switch expected[1].string {
      case ">" where !expected[2].isNull: isMet = Int(value).map { $0 > expected[2].int ?? .max } ?? false
      case "=" where !expected[2].isNull: isMet = value == response[expected[2].string ?? ""]
      default: isMet = value == self.text(expected[1], of: name)
      }
      if !isMet { return failure("expected_response_headers", "\(name): \(value)") }
    }
    return nil
  }

  /// The text of a value in the case.
  ///
  /// An integer date counts from the time of the response.
  private func text(_ value: JSONValue, of name: String) -> String? {
    guard let seconds = value.int else { return value.string }
    guard ["date", "expires", "last-modified"].contains(name.lowercased()), let now = response.serverNow
    else {
      return String(seconds)
    }
    return HTTPDate.text(of: now.addingTimeInterval(Double(seconds)))
  }

  private var missing: PublicCaseFailure? {
    for unexpected in step.json["expected_response_headers_missing"].array ?? [] {
      let value = response[unexpected.string ?? unexpected[0].string ?? ""]
      let isMet =
        unexpected.string != nil ? value == nil : !(value ?? "").contains(unexpected[1].string ?? "")
      if !isMet { return failure("expected_response_headers_missing", value ?? "") }
    }
    return nil
  }

  private var interim: PublicCaseFailure? {
    guard let expected = step.json["expected_interim_responses"].array else { return nil }
    let isSame =
      expected.count == response.interim.count
      && zip(expected, response.interim).allSatisfy { expected, interim in
        interim.status == expected[0].int
          && (expected[1].array ?? []).allSatisfy { interim.headers[$0[0].string ?? ""] == $0[1].string }
      }
    return isSame ? nil : failure("expected_interim_responses", "\(response.interim.map(\.status))")
  }

  private func body(_ identifier: String) -> PublicCaseFailure? {
    guard step.json["check_body"].bool ?? true, !response.hasFailed else { return nil }
    let body = String(decoding: response.body, as: UTF8.self)
    if step.has("expected_response_text") {
      guard let expected = step.json["expected_response_text"].string else { return nil }
      return body == expected ? nil : failure("expected_response_text", body)
    }
    let hasNone = response.head.status == 204 || response.head.status == 304 || step.method == .head
    guard let expected = step.json["response_body"].string ?? (hasNone ? nil : identifier) else { return nil }
    return body == expected ? nil : failure("body", body, isSetup: true)
  }

  /// Returns the first failure of what the server received for this request; nil is no record.
  func failure(of record: PublicCaseServer.Record?) -> PublicCaseFailure? {
    switch step.type {
    case "not_cached" where record?.number != number:
      return failure("expected_type", "the server was not asked")
    case "etag_validated" where record?.fields["if-none-match"] == nil:
      return failure("expected_type", "no If-None-Match")
    case "lm_validated" where record?.fields["if-modified-since"] == nil:
      return failure("expected_type", "no If-Modified-Since")
    default: break
    }
    for expected in step.json["expected_request_headers"].array ?? [] {
      let name = expected.string ?? expected[0].string ?? ""
      let value = record?.fields[name.lowercased()]
      let isMet = expected.string != nil ? value != nil : value != nil && value == expected[1].string
      if !isMet { return failure("expected_request_headers", "\(name): \(value ?? "none")") }
    }
    if let record, let lost = lostField(of: record) { return lost }
    if let method = step.json["expected_method"].string, record?.method != method {
      return failure("expected_method", record?.method ?? "no request")
    }
    return nil
  }

  private func lostField(of record: PublicCaseServer.Record) -> PublicCaseFailure? {
    for field in record.sent where field.name.lowercased() != "date" {
      let all = record.sent.filter { $0.name.lowercased() == field.name.lowercased() }.map(\.value)
      if response[field.name] != all.joined(separator: ", ") {
        return failure("response_headers", "\(field.name) is not \(all)", isSetup: true)
      }
    }
    return nil
  }
}
