public import Foundation
public import Net

/// A request as the code under test made it, with its arguments unchanged.
///
/// ```swift
/// let request = try #require(network.requests.first)
/// #expect(request.url == "https://search.twitter.com/1")
/// #expect(request.parameters["q"] as? String == "#awesome_testing")
/// ```
public struct MockedRequest: Sendable {
  /// The request as the caller described it.
  ///
  /// After its end it has no custom rules, `BodyConsumer`, or closures of redirects and destinations: they are
  /// released, so that the mock does not keep in memory what they capture.
  public internal(set) var description: RequestDescription
  /// The request that was sent; nil if it could not be built or has not been sent yet.
  public internal(set) var transportRequest: TransportRequest?
  /// Whether it was cancelled before it completed.
  public internal(set) var isCancelled = false
  /// What its description hides.
  let redaction: CarriedRedaction

  init(_ description: RequestDescription, transportRequest: TransportRequest?, redaction: CarriedRedaction) {
    self.description = description
    self.transportRequest = transportRequest
    self.redaction = redaction
  }

  /// The URL as the caller spelled it, without the parameters.
  public var url: String {
    switch description.url {
    case let text as String: text
    case let url as URL: url.relativeString
    case let components as URLComponents: components.string ?? "\(components)"
    case let other: (try? other.asURL().relativeString) ?? "\(other)"
    }
  }

  /// The absolute URL that was sent, with the parameters; nil if it could not be built or has not been sent yet.
  public var absoluteURL: URL? { transportRequest?.url }

  /// The method.
  public var method: HTTPMethod { description.method }

  /// The parameters; empty if the caller gave none.
  ///
  /// An `Encodable` value is read as form pairs, with nested keys such as `address[city]`; ``encodable`` is the value
  /// itself.
  public var parameters: Parameters {
    var parameters = (try? (encoding as? any EncodableParameters)?.parameters()) ?? Parameters()
    for pair in description.parameters?.pairs ?? [] { parameters.append(pair.key, pair.value) }
    return parameters
  }

  /// The value that the caller passed as parameters; nil if the parameters are pairs.
  ///
  /// ```swift
  /// #expect(request.encodable as? Login == Login(name: "trentm"))
  /// ```
  public var encodable: (any Encodable & Sendable)? { (encoding as? any EncodableParameters)?.encodable }

  /// How the parameters are encoded.
  public var encoding: any ParameterEncoding { description.encoding }

  /// The headers that the caller set.
  ///
  /// ``transportRequest`` also has the headers that the session added.
  public var headers: HTTPHeaders { description.headers }

  /// The content of the request besides its parameters.
  public var content: RequestContent? { description.content }
}
