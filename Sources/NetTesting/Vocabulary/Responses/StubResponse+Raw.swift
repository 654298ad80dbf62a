public import Foundation

extension StubResponse {
  /// The response in this text, in the format of `curl -i`: a status line, header fields, an empty line, the body.
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
  /// Lines of the head end with LF or CRLF; the body is used unchanged. If several heads follow each other (interim
  /// responses, redirects that `curl -L` followed, a challenge that it answered, a proxy's tunnel), the last one is
  /// used. Its fields are those that a transport delivers: continuation lines are part of the value, and bytes that are
  /// not UTF-8 are decoded. Fields about the original transfer are dropped: `Transfer-Encoding`, `Connection`,
  /// `Keep-Alive` and, if there is a body, `Content-Length`. Text that is not a response fails the test and the request
  /// with the reason.
  public static func raw(_ text: String) -> StubResponse { raw(Data(text.utf8)) }

  /// The response in these bytes, as `curl -i -o user.http` saves it.
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
