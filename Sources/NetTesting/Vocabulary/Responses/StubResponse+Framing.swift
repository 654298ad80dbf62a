import Foundation
import Net

extension StubResponse {
  /// Whether a response of this status has content, whatever the stub says (RFC 9110 section 6.4.1).
  package static func hasContent(_ status: Int) -> Bool { status != 204 && status != 304 && status >= 200 }

  /// Whether the length of the body is not announced: that of a stream whose headers do not state it, or that is
  /// followed by trailers.
  func hidesLength(of body: Data) -> Bool {
    guard trailers.isEmpty else { return true }
    guard pacing.cuts != nil, case .response(_, let headers, _) = outcome else { return false }
    let stated = headers.values(for: "Content-Length")
    return stated.isEmpty || stated.contains { Int($0.trimmingCharacters(in: .whitespaces)) != body.count }
  }
}
