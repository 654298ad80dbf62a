import Foundation
import Net
import NetTesting
import Testing

/// Returns a recorded request to a valid URL.
func recorded(
  _ method: HTTPMethod = .get, _ url: String, headers: HTTPHeaders = [:], body: String = ""
) throws -> RecordedRequest {
  RecordedRequest(
    method: method, url: try #require(URL(string: url)), headers: headers, body: Data(body.utf8))
}
