/// A serializer that decodes the body with its own decoder, or else with that of the request or session.
///
/// ```swift
/// network.get(url).response(responseSerializer: .decodable(of: User.self)) { response in print(response.result) }
/// ```
///
/// For an empty body it returns the empty value of an ``EmptyResponse`` type. For any other type an empty body is an
/// error that says so, even for `HEAD`, 204 and 205: use an optional, ``Empty`` or ``VoidSerializer`` for these. Only
/// ``JSONValue`` is null then, as with ``JSONSerializer``.
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
        if response.mayBeEmpty, let null = JSONValue.null as? Value { return null }
        throw response.emptyBodyError(Value.self)
      }
      return value
    }
    // The body may be in any format, which a decoder would refuse.
    if Value.self == Empty.self, let value = Empty() as? Value { return value }
    do {
      return try (decoder ?? response.decoder).value(Value.self, from: response.data)
    } catch  where Value.self == Empty?.self {
      // The same for `Empty?`, except for the `null` of JSON.
      guard let value = Empty?.some(Empty()) as? Value else { throw error }
      return value
    } catch let error as DecodingError {
      throw NetworkError(
        .serialization(
          "\(Value.self) could not be decoded: \(response.request.redaction.words(for: error, decoding: response.data))"
        ),
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
