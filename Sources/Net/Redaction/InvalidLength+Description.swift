extension InvalidLength: CustomStringConvertible {
  var description: String {
    switch self {
    case .contentLength(let text):
      "The Content-Length \(text.cut(to: 128).debugDescription) is not a single number of bytes"
    case .transferEncoding(let text):
      "The Transfer-Encoding \(text.cut(to: 128).debugDescription) is not chunked, and no other was requested"
    }
  }
}
