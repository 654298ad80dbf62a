public import Foundation

extension StubResponse {
  /// The response that stands in this text as `curl -i` prints it: a status line, header fields, an empty line,
  /// the body.
  ///
  /// ```swift
  /// transport.stub(
  ///   .get("/users/1"),
  ///   with: .raw(
  ///     """
  ///     HTTP/1.1 200 OK
  ///     Content-Type: application/json
  ///
  ///     {"name": "Trent"}
  ///     """))
  /// ```
  ///
  /// Lines of the head end with LF or CRLF; the body is taken as it stands. Of several heads in a row (interim
  /// responses, redirects that `curl -L` followed, a challenge that it answered, the tunnel of a proxy) the last
  /// is the response. Fields about the way the body once came (`Transfer-Encoding`, `Connection`, `Keep-Alive`, and
  /// where a body stands here `Content-Length`) are dropped. What is no response makes an answer that fails the test
  /// and the request, saying what is wrong.
  public static func raw(_ text: String) -> StubResponse { raw(Data(text.utf8)) }

  /// The response that stands in these bytes: what `curl -i -o user.http` saved.
  ///
  /// ```swift
  /// transport.stub(.get("/users/1"), with: .raw(try Data(contentsOf: folder.appending(path: "user.http"))))
  /// ```
  public static func raw(_ data: Data) -> StubResponse {
    do throws(StubMisuse) {
      var reader = RawResponseReader(data)
      return try reader.response()
    } catch {
      return failure(error)
    }
  }
}
