import Foundation
import Net

extension StubResponse {
  /// The same for a request for all of it; a `GET` with a `Range` gets the part that it asks for (RFC 9110 section
  /// 14), of a response of status 200.
  ///
  /// ```swift
  /// server.stub(.get("/film"), with: .file(film).header("ETag", "\"1\"").acceptingRanges())
  /// ```
  ///
  /// One range, from here to there, from here on, or the last so many bytes, gets a 206 with its `Content-Range`.
  /// Several get a `multipart/byteranges`, unless more than two of them overlap or they are many, which gets the
  /// whole, as does a `Range` that makes no sense. One beyond the end gets a 416. With `If-Range`, the whole comes
  /// unless its strong `ETag`, or its `Last-Modified`, is the one that is named.
  public func acceptingRanges() -> StubResponse {
    var changed = header("Accept-Ranges", "bytes")
    changed.acceptsRanges = true
    return changed
  }

  /// The answer as it is for this request.
  package func resolved(for request: RecordedRequest) -> StubResponse {
    if case .failure(let error as ServerFault) = outcome {
      var broken = StubResponse.text("This answer breaks on its way, as its stub says.")
      broken.delay = delay
      broken.isBeforeBody = isBeforeBody
      return broken.fault(error)
    }
    guard acceptsRanges, request.method == .get, case .response(200, let headers, let body) = outcome,
      let field = request.headers["Range"], Self.isCurrent(request.headers["If-Range"], headers)
    else { return self }
    switch ByteRanges.parse(field, length: body.count) {
    case .ignored: return self
    case .unsatisfiable:
      return partial { status, headers, content in
        status = 416
        headers.update(name: "Content-Range", value: "bytes */\(body.count)")
        content = Data()
      }
    case .ranges(let ranges):
      return partial { status, headers, content in
        status = 206
        ByteRanges.write(ranges, of: body, headers: &headers, content: &content)
      }
    }
  }

  private func partial(_ change: (inout Int, inout HTTPHeaders, inout Data) -> Void) -> StubResponse {
    var changed = changed(change)
    changed.pacing.cuts = nil
    return changed
  }

  /// Whether the representation is the one that a client has a part of (RFC 9110 section 13.1.5).
  private static func isCurrent(_ condition: String?, _ headers: HTTPHeaders) -> Bool {
    guard let condition else { return true }
    if condition.hasPrefix("\"") { return headers["ETag"] == condition }
    return headers["Last-Modified"] == condition
  }
}
