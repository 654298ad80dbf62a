public import Foundation

/// The content of a request besides its parameters, as the caller passed it.
///
/// ```swift
/// network.post(url, httpBody: Data("hello".utf8), contentType: "text/plain")
/// network.post(url, jsonObject: ["title": "Milk"])
/// network.put(url, file: film)
/// ```
///
/// It becomes the body, and the parameters are added to the query. It is encoded when the request starts. If that
/// fails, the request fails with ``NetworkError/Reason/encoding``.
public indirect enum RequestContent: Sendable {
  /// Bytes. The content type is sent unless the header sets another.
  case data(Data, contentType: String?)
  /// A JSON value. The content type is `application/json` unless the header sets another.
  case json(JSONValue)
  /// A value that the encoder of the request, or else of the session, encodes as JSON. `Data` is sent as it is, as with
  /// ``data(_:contentType:)``.
  case encodable(any Encodable & Sendable)
  /// A file, read while it is sent. The default content type is that of its extension.
  case file(URL, contentType: String? = nil)
  /// A stream, read while it is sent.
  case stream(BodyStream, contentType: String? = nil)
  /// A form that may contain files.
  case multipart(MultipartFormData)

  /// Whether it can be sent more than once.
  var isRepeatable: Bool {
    switch self {
    case .stream(let stream, _): stream.isRepeatable
    case .multipart(let form): form.isRepeatable
    case .data, .json, .encodable, .file: true
    }
  }
}
