public import Foundation
public import Net

/// A request as the code under test made it, with its arguments as they were given.
///
/// ```swift
/// let request = try #require(network.requests.first)
/// #expect(request.url == "https://search.twitter.com/1")
/// #expect(request.parameters["q"] as? String == "#awesome_testing")
/// ```
public struct MockedRequest: Sendable {
  /// All that the caller said.
  public let description: RequestDescription
  /// The request as it was sent; nil when it could not be built, or has not been sent yet.
  public internal(set) var transportRequest: TransportRequest?
  /// Whether it was cancelled before it had its response.
  public internal(set) var isCancelled = false

  init(_ description: RequestDescription, transportRequest: TransportRequest?) {
    self.description = description
    self.transportRequest = transportRequest
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

  /// The URL that was sent, absolute, with the parameters; nil when it could not be built, or has not been sent yet.
  public var absoluteURL: URL? { transportRequest?.url }

  /// The method.
  public var method: HTTPMethod { description.method }

  /// The parameters; empty where the caller gave none.
  ///
  /// Those of a type of their own are read as the pairs of a form, nested keys as `address[city]`; ``encodable``
  /// is the value itself.
  public var parameters: Parameters {
    var parameters = (try? (encoding as? any EncodableParameters)?.parameters()) ?? Parameters()
    for pair in description.parameters?.pairs ?? [] { parameters.append(pair.key, pair.value) }
    return parameters
  }

  /// The parameters as the value that the caller gave; nil where they were given as pairs.
  ///
  /// ```swift
  /// #expect(request.encodable as? Login == Login(name: "trentm"))
  /// ```
  public var encodable: (any Encodable & Sendable)? { (encoding as? any EncodableParameters)?.encodable }

  /// How the parameters are encoded.
  public var encoding: any ParameterEncoding { description.encoding }

  /// The headers that the caller gave.
  ///
  /// What is sent beside them is in ``transportRequest``.
  public var headers: HTTPHeaders { description.headers }

  /// What the request carries beside its parameters.
  public var content: RequestContent? { description.content }
}
