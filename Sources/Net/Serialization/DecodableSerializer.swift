/// Decodes the body, with its own decoder, or else that of the request or session.
///
/// ```swift
/// network.get(url).response(responseSerializer: .decodable(of: User.self)) { response in print(response.result) }
/// ```
///
/// An empty body gives the value of an ``EmptyResponse`` type. For any other type it is an error that says so,
/// for `HEAD`, 204 and 205 too: ask for an optional, for ``Empty`` or for ``VoidSerializer`` there.
public struct DecodableSerializer<Value: Decodable & Sendable>: ResponseSerializer {
  private let decoder: (any DataDecoder)?

  /// Makes a serializer; without a decoder it takes that of the request or session.
  public init(decoder: (any DataDecoder)? = nil) { self.decoder = decoder }

  /// `application/json`.
  public var accept: String? { "application/json" }

  /// The decoded body.
  ///
  /// - Throws: ``NetworkError/Reason/serialization(_:)`` that says in words what did not fit and where; the
  ///   decoder's error is the underlying one.
  public func serialize(_ response: ReceivedResponse) throws -> Value {
    if response.data.isEmpty {
      guard let type = Value.self as? any EmptyResponse.Type, let value = type.emptyValue() as? Value else {
        throw response.emptyBodyError(Value.self)
      }
      return value
    }
    do {
      return try (decoder ?? response.decoder).decode(Value.self, from: response.data)
    } catch let error as DecodingError {
      throw NetworkError(
        .serialization("\(Value.self) could not be decoded: \(error.words)"), received: response,
        underlyingError: error)
    }
  }
}

extension ResponseSerializer {
  /// The body, decoded as the type.
  public static func decodable<Decoded: Decodable & Sendable>(
    of type: Decoded.Type = Decoded.self, decoder: (any DataDecoder)? = nil
  ) -> DecodableSerializer<Decoded> where Self == DecodableSerializer<Decoded> {
    DecodableSerializer(decoder: decoder)
  }
}

extension DecodingError {
  /// What did not fit and where.
  fileprivate var words: String {
    switch self {
    case .keyNotFound(let key, let context):
      "there is no \(key.stringValue.debugDescription) at \(Self.path(context))"
    case .valueNotFound(let type, let context): "there is no \(type) but null at \(Self.path(context))"
    case .typeMismatch(let type, let context): "there is no \(type) at \(Self.path(context))"
    case .dataCorrupted(let context): "\(context.debugDescription) (at \(Self.path(context)))"
    @unknown default: "\(self)"
    }
  }

  private static func path(_ context: Context) -> String {
    var text = ""
    for key in context.codingPath {
      if let index = key.intValue {
        text += "[\(index)]"
      } else {
        text += (text.isEmpty ? "" : ".") + key.stringValue
      }
    }
    return text.isEmpty ? "the top level" : text
  }
}
