import Foundation

extension ResponseHead {
  /// The file name that the response suggests, made safe.
  ///
  /// ```swift
  /// let name = response.response?.suggestedFileName ?? "download"
  /// ```
  ///
  /// The name is that of `Content-Disposition` (RFC 6266), `filename*` before `filename`, or else the last path
  /// component of the URL. A service can send anything there, so only a plain name is kept: everything up to the last
  /// `/` or `\` is removed, and so are control characters, characters that change the text direction, and dots and
  /// spaces at either end. A name of more than 255 bytes is shortened before its extension. The result contains no
  /// path, and is neither hidden nor `..`. It is nil if nothing is left.
  public var suggestedFileName: String? {
    let named = headers.firstValue(for: "Content-Disposition").map { ContentDisposition($0).fileNames }
    return ((named ?? []) + [url?.nameInPath].compactMap { $0 }).lazy.compactMap(FileName.safe).first
  }
}

extension ResponseHead {
  /// The links in the `Link` fields (RFC 8288), resolved against the URL of the response.
  public var links: [Link] { Link.parse(headers.values(for: "Link"), relativeTo: url) }
}

extension ResponseHead {
  /// Why a 101 is refused as a response; nil for any other head.
  ///
  /// A server must not switch to a protocol that the request does not name in `Upgrade` (RFC 9110 section 7.8), and
  /// only the handshake of a WebSocket has that field. What follows is not HTTP.
  var unrequestedProtocol: String? {
    guard status == 101 else { return nil }
    let name = headers["Upgrade"].map { " \($0.cut(to: 128).debugDescription)" } ?? ""
    return "The server switched to a protocol\(name) that the request did not ask for (101)"
  }
}
