import Foundation
import Net

/// What the client of a case received for one request.
struct PublicCaseResponse: Sendable {
  var interim: [ResponseHead] = []
  var head: ResponseHead
  var body: Data
  /// Whether the request failed with an error of the transport; then there is no head.
  var hasFailed = false

  static let failed = PublicCaseResponse(head: ResponseHead(status: 0), body: Data(), hasFailed: true)

  /// The value of a field, its lines joined by `, `.
  subscript(name: String) -> String? { head.headers[name] }

  /// The requests that the server had received when it answered.
  var serverCount: Int? { self["Server-Request-Count"].flatMap { Int($0) } }

  /// The time at which the server answered.
  var serverNow: Date? {
    self["Server-Now"].flatMap { Double($0) }.map { Date(timeIntervalSince1970: $0 / 1000) }
  }
}
