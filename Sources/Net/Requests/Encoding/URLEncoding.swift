import Foundation

/// Encodes parameters as `key=value&key=value` in the query or a form body.
///
/// Use it for data that a web form would send. It is the default encoding.
///
/// ```swift
/// network.get(url, parameters: ["q": "a b", "tags": ["x", "y"]])  // ?q=a%20b&tags%5B%5D=x&tags%5B%5D=y
/// network.post(url, parameters: ["name": "Trent"])  // a form body
/// network.post(url, parameters: ["page": 2], encoding: .urlQuery)
/// let encoding = URLEncoding(arrayEncoding: .noBrackets, boolEncoding: .literal)
/// ```
///
/// Letters, digits and `- . _ ~ / ?` are not escaped, neither in values nor in keys. Every other UTF-8 byte becomes an
/// upper-case `%XX`. Parameters and arrays keep their order; dictionaries are sorted by key at every level. Empty
/// arrays and dictionaries are omitted. Dates have the format of the session's encoder unless ``dateEncoding`` is set,
/// in the query as in the body. Keys are data and stay unchanged.
///
/// A number that is not finite is an error, as in JSON (``ParameterEncodingError/notFinite(key:)``), unless the
/// `nonConformingFloatEncodingStrategy` of the session's `JSONEncoder` defines a text for it.
///
/// New pairs are appended to the existing query, which stays unchanged byte for byte. If the request already has a
/// body, it keeps that body, and the parameters are added to the query, whatever the destination. The content type of a
/// form body is `application/x-www-form-urlencoded; charset=utf-8` unless the header sets another.
public struct URLEncoding: ParameterEncoding {
  /// Where the name–value pairs are added.
  public var destination: Destination
  /// The format of keys for array elements.
  public var arrayEncoding: ArrayEncoding
  /// The format of Booleans.
  public var boolEncoding: BoolEncoding
  /// The treatment of nil.
  public var nilEncoding: NilEncoding
  /// The format of keys for dictionary members.
  public var keyPathEncoding: KeyPathEncoding
  /// The format of spaces.
  public var spaceEncoding: SpaceEncoding
  /// The format of dates.
  ///
  /// Nil, the default, means that of the session's encoder.
  public var dateEncoding: DateEncoding?
  /// The format of bytes.
  ///
  /// Nil, the default, means that of the session's encoder.
  public var dataEncoding: DataEncoding?
  /// The texts of the session's encoder for numbers that are not finite.
  var nonFinite: NonFiniteTexts?

  /// Creates an encoding.
  public init(
    destination: Destination = .methodDependent, arrayEncoding: ArrayEncoding = .brackets,
    boolEncoding: BoolEncoding = .numeric, nilEncoding: NilEncoding = .dropKey,
    keyPathEncoding: KeyPathEncoding = .brackets, spaceEncoding: SpaceEncoding = .percentEscaped,
    dateEncoding: DateEncoding? = nil, dataEncoding: DataEncoding? = nil
  ) {
    self.destination = destination
    self.arrayEncoding = arrayEncoding
    self.boolEncoding = boolEncoding
    self.nilEncoding = nilEncoding
    self.keyPathEncoding = keyPathEncoding
    self.spaceEncoding = spaceEncoding
    self.dateEncoding = dateEncoding
    self.dataEncoding = dataEncoding
  }

  /// Returns a copy that uses the encoder's formats for dates and bytes where this encoding sets none, and its texts
  /// for numbers that are not finite.
  public func withDefaults(from encoder: any DataEncoder) -> URLEncoding {
    var copy = self
    copy.dateEncoding = dateEncoding ?? .encoded(by: encoder)
    copy.dataEncoding = dataEncoding ?? .encoded(by: encoder)
    copy.nonFinite = NonFiniteTexts(of: encoder)
    return copy
  }

  /// Encodes the parameters into the query or body.
  ///
  /// - Throws: The errors of the closures of ``dateEncoding``, ``dataEncoding`` and ``arrayEncoding``, and
  ///   ``ParameterEncodingError``.
  public func encode(_ parameters: Parameters, into request: inout TransportRequest) throws {
    let text = try string(of: parameters)
    guard !text.isEmpty else { return }
    if request.body == .none, destination.isBody(for: request.method) {
      request.body = .data(Data(text.utf8))
      request.headers.setDefault(
        name: "Content-Type", value: "application/x-www-form-urlencoded; charset=utf-8")
    } else {
      request.url = try request.url.appending(rawQuery: text)
    }
  }
}

extension URLEncoding {
  /// Encodes into the query of `GET`, `HEAD` and `DELETE` requests, and into a form body otherwise.
  ///
  /// Alamofire's name for `.url`.
  public static var `default`: URLEncoding { URLEncoding() }

  /// Encodes into the query, whatever the method.
  ///
  /// Alamofire's name for `.urlQuery`.
  public static var queryString: URLEncoding { .urlQuery }

  /// Encodes into a form body, whatever the method.
  ///
  /// Alamofire's name for `.urlBody`.
  public static var httpBody: URLEncoding { .urlBody }
}

extension ParameterEncoding where Self == URLEncoding {
  /// Encodes into the query of `GET`, `HEAD` and `DELETE` requests, and into a form body otherwise.
  public static var url: URLEncoding { URLEncoding() }

  /// Encodes into the query, whatever the method.
  public static var urlQuery: URLEncoding { URLEncoding(destination: .queryString) }

  /// Encodes into a form body, whatever the method.
  public static var urlBody: URLEncoding { URLEncoding(destination: .httpBody) }
}

extension URL {
  /// Returns the URL with escaped text appended to its query.
  ///
  /// Everything else is unchanged byte for byte.
  fileprivate func appending(rawQuery text: String) throws -> URL {
    // Without `URLComponents`, which may rewrite the existing query.
    let whole = absoluteString
    let end = whole.utf8.firstIndex(of: UInt8(ascii: "#")) ?? whole.endIndex
    let head = whole[..<end]
    let separator =
      if let mark = head.utf8.firstIndex(of: UInt8(ascii: "?")) {
        head.utf8.index(after: mark) == end ? "" : "&"
      } else {
        "?"
      }
    let extended = "\(head)\(separator)\(text)\(whole[end...])"
    guard let url = URL(string: extended, encodingInvalidCharacters: false) else {
      throw InvalidRequest.url(extended)
    }
    return url
  }
}
