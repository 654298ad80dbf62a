import Foundation
import Net

extension StubResponse {
  /// The response without a typed value, which bytes replace.
  var bytes: StubResponse {
    var response = self
    response.value = nil
    response.webSocket = nil
    return response
  }

  /// The number of bytes of the body; 0 for a failure, and for a status without content.
  var bodyCount: Int {
    guard case .response(let status, _, let body) = outcome, Self.hasContent(status) else { return 0 }
    return body.count
  }

  /// Whether the response has a status from 200 to 299 and may have a body.
  var isSuccess: Bool {
    guard case .response(let status, _, _) = outcome else { return false }
    return (200...299).contains(status) && Self.hasContent(status)
  }

  /// Whether the body is JSON: by its content type, or by its first byte if there is none.
  var isJSON: Bool {
    guard case .response(_, let headers, let body) = outcome else { return false }
    if let type = headers["Content-Type"] { return type.lowercased().contains("json") }
    return body.first == UInt8(ascii: "{") || body.first == UInt8(ascii: "[")
  }

  /// Returns a copy with this body, sent as a whole.
  func body(_ text: String, type: String?) -> StubResponse {
    var response = changed { _, headers, body in
      body = Data(text.utf8)
      headers.remove(name: "Content-Length")
      if let type { headers.update(name: "Content-Type", value: type) }
    }
    response.pacing = StubPacing()
    response.takesRequestedType = false
    return response
  }

  /// Returns a copy with the first bytes of the body only.
  func body(prefix count: Int) -> StubResponse {
    var response = changed { _, headers, body in
      body = body.prefix(count)
      headers.remove(name: "Content-Length")
    }
    response.pacing = StubPacing()
    return response
  }
}
