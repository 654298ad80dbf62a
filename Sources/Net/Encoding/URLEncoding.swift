import Foundation

/// Encodes parameters as `key=value&key=value`, into the query or a form body.
///
/// Use it for what a web form would send; it is the default encoding of every request.
///
/// ```swift
/// network.get(url, parameters: ["q": "a b", "tags": ["x", "y"]])  // ?q=a%20b&tags%5B%5D=x&tags%5B%5D=y
/// network.post(url, parameters: ["name": "Trent"])  // a form body
/// network.post(url, parameters: ["page": 2], encoding: .urlQuery)
/// let encoding = URLEncoding(arrayEncoding: .noBrackets, boolEncoding: .literal)
/// ```
///
/// Letters, digits and `- . _ ~ / ?` stand as they are, in keys too; every other byte of the UTF-8 becomes an
/// upper-case `%XX`. Parameters and arrays keep their order; dictionaries are sorted by key, at every level.
/// Empty arrays and dictionaries say nothing.
///
/// The existing query is kept byte for byte, and the new pairs follow it. A request that has a body already
/// keeps it, and the parameters go to its query, whatever the destination. A form body is labelled
/// `application/x-www-form-urlencoded; charset=utf-8` unless the headers name a type.
public struct URLEncoding: ParameterEncoding {
  /// Where the pairs go.
  public var destination: Destination
  /// How the key of an array's element is spelled.
  public var arrayEncoding: ArrayEncoding
  /// How truth values are spelled.
  public var boolEncoding: BoolEncoding
  /// What becomes of nil.
  public var nilEncoding: NilEncoding
  /// How the key of a dictionary's member is spelled.
  public var keyPathEncoding: KeyPathEncoding
  /// How spaces are spelled.
  public var spaceEncoding: SpaceEncoding
  /// How dates are spelled.
  public var dateEncoding: DateEncoding
  /// How bytes are spelled.
  public var dataEncoding: DataEncoding

  /// Makes an encoding.
  public init(
    destination: Destination = .methodDependent, arrayEncoding: ArrayEncoding = .brackets,
    boolEncoding: BoolEncoding = .numeric, nilEncoding: NilEncoding = .dropKey,
    keyPathEncoding: KeyPathEncoding = .brackets, spaceEncoding: SpaceEncoding = .percentEscaped,
    dateEncoding: DateEncoding = .deferredToDate, dataEncoding: DataEncoding = .base64
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

  /// Puts the parameters into the query or the body.
  ///
  /// - Throws: What a closure of ``dateEncoding``, ``dataEncoding`` or ``arrayEncoding`` throws, and
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

extension ParameterEncoding where Self == URLEncoding {
  /// The query for `GET`, `HEAD` and `DELETE`; a form body otherwise.
  public static var url: URLEncoding { URLEncoding() }

  /// The query, whatever the method.
  public static var urlQuery: URLEncoding { URLEncoding(destination: .queryString) }

  /// A form body, whatever the method.
  public static var urlBody: URLEncoding { URLEncoding(destination: .httpBody) }
}

extension URL {
  /// The URL with the text, which is escaped already, after its query; all else byte for byte.
  fileprivate func appending(rawQuery text: String) throws -> URL {
    // Not by way of URLComponents, which may spell the existing query anew.
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
