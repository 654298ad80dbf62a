import Foundation
import Net

extension StubResponse {
  /// Returns a copy of a 200 response that sends the parts a `GET` requests with `Range` (RFC 9110 section 14).
  ///
  /// ```swift
  /// server.stub(.get("/film"), with: .file(film).header("ETag", "\"1\"").acceptingRanges())
  /// ```
  ///
  /// Requests without `Range` receive the whole body. A single range, `a-b`, `a-` or `-n`, receives a 206 with
  /// `Content-Range`. Several ranges receive `multipart/byteranges`. The whole body is sent if more than two of them
  /// overlap, if there are too many, or if the `Range` is invalid. A range beyond the end receives a 416. With
  /// `If-Range`, parts are sent only if it names the strong `ETag` or the `Last-Modified` of the response.
  public func acceptingRanges() -> StubResponse {
    var changed = header("Accept-Ranges", "bytes")
    changed.acceptsRanges = true
    return changed
  }

  /// The response to this request, with its range and its fault applied.
  package func resolved(for request: RecordedRequest) -> StubResponse {
    if case .failure(let error as ServerFault) = outcome {
      var broken = Self.broken(by: error)
      broken.delay = delay
      broken.isBeforeBody = isBeforeBody
      return broken
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
    let name = condition.starts(withCodePointsOf: "\"") ? "ETag" : "Last-Modified"
    return condition.hasCodePoints(of: headers[name])
  }
}
