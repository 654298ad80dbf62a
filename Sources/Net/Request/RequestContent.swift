public import Foundation

/// What a request carries beside its parameters, as the caller gave it.
///
/// ```swift
/// network.post(url, httpBody: Data("hello".utf8), contentType: "text/plain")
/// network.post(url, jsonObject: ["title": "Milk"])
/// ```
///
/// It becomes the body, and parameters beside it go to the query. It is encoded when the request starts; what
/// goes wrong there fails the request with ``NetworkError/Reason/encoding``.
public enum RequestContent: Sendable {
  /// These bytes, labelled with the content type unless the headers name one.
  case data(Data, contentType: String?)
  /// A JSON value, labelled `application/json` unless the headers name another type.
  case json(JSONValue)
  /// A value that the session's encoder turns into JSON.
  case encodable(any Encodable & Sendable)
}

/// The body of a request as it goes to the wire: what a transport sends.
public enum RequestBody: Sendable, Hashable {
  /// No body at all.
  case none
  /// These bytes, kept in memory; they can be sent again.
  case data(Data)

  /// How many bytes the body has.
  public var count: Int {
    switch self {
    case .none: 0
    case .data(let data): data.count
    }
  }

  /// The bytes, where they are in memory.
  public var data: Data? {
    switch self {
    case .none: nil
    case .data(let data): data
    }
  }
}
