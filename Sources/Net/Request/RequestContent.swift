public import Foundation

/// What a request carries beside its parameters, as the caller gave it.
///
/// ```swift
/// network.post(url, httpBody: Data("hello".utf8), contentType: "text/plain")
/// network.post(url, jsonObject: ["title": "Milk"])
/// network.put(url, file: film)
/// ```
///
/// It becomes the body, and parameters beside it go to the query. It is encoded when the request starts; what
/// goes wrong there fails the request with ``NetworkError/Reason/encoding``.
public indirect enum RequestContent: Sendable {
  /// These bytes, labelled with the content type unless the headers name one.
  case data(Data, contentType: String?)
  /// A JSON value, labelled `application/json` unless the headers name another type.
  case json(JSONValue)
  /// A value that the request's encoder, or else the session's, turns into JSON.
  case encodable(any Encodable & Sendable)
  /// A file, read as it is sent. It is labelled by its extension where no type is named.
  case file(URL, contentType: String? = nil)
  /// What a stream gives, read as it is sent.
  case stream(BodyStream, contentType: String? = nil)
  /// A form with files in it.
  case multipart(MultipartFormData)
}
