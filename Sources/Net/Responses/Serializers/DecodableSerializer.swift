/// A serializer that decodes the body with its own decoder, or else with that of the request or session.
///
/// ```swift
/// network.get(url).response(responseSerializer: .decodable(of: User.self)) { response in print(response.result) }
/// ```
///
/// For an empty body it returns the empty value of an ``EmptyResponse`` type. For any other type an empty body is an
/// error that says so, also for `HEAD`, 204 and 205: use an optional, ``Empty`` or ``VoidSerializer`` for these.
public struct DecodableSerializer<Value: Decodable & Sendable>: ResponseSerializer {
  private let decoder: (any DataDecoder)?

  /// Creates a serializer.
  ///
  /// Without a decoder it uses that of the request or session.
  public init(decoder: (any DataDecoder)? = nil) { self.decoder = decoder }

  /// `application/json`.
  public var accept: String? { "application/json" }

  /// Decodes the body.
  ///
  /// - Throws: ``NetworkError/Reason/serialization(_:)``, which describes what did not match and where. The error of
  ///   the decoder is the underlying error.
  public func serialize(_ response: ReceivedResponse) throws -> Value {
    if response.data.isEmpty {
      guard let type = Value.self as? any EmptyResponse.Type, let value = type.emptyValue() as? Value else {
        throw response.emptyBodyError(Value.self)
      }
      return value
    }
    // The body may be in any format, which a decoder would refuse.
    if Value.self is Empty.Type, let value = Empty() as? Value { return value }
    do {
      return try (decoder ?? response.decoder).decode(Value.self, from: response.data)
    } catch let error as DecodingError {
      throw NetworkError(
        .serialization(
          "\(Value.self) could not be decoded: \(response.request.redaction.redacted(text: error.words))"),
        received: response,
        underlyingError: error)
    }
  }
}

extension ResponseSerializer {
  /// Decodes the body as the type.
  public static func decodable<Decoded: Decodable & Sendable>(
    of type: Decoded.Type = Decoded.self, decoder: (any DataDecoder)? = nil
  ) -> DecodableSerializer<Decoded> where Self == DecodableSerializer<Decoded> {
    DecodableSerializer(decoder: decoder)
  }
}

extension DecodingError {
  /// A description of the value that could not be decoded, with its path.
  fileprivate var words: String {
    switch self {
    case .keyNotFound(let key, let context):
      "there is no \(key.stringValue.debugDescription) at \(Self.path(context))"
    case .valueNotFound(let type, let context): "null instead of \(type) at \(Self.path(context))"
    case .typeMismatch(let type, let context): "the value is not of type \(type) at \(Self.path(context))"
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
