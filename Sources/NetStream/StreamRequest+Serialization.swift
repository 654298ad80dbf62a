public import Foundation
public import Net
public import Stream

extension StreamRequest {
  /// Returns the whole response with a value from a serializer.
  ///
  /// Each subscription sends its own request. Disposing of it cancels the request. Every failure is an error of the
  /// stream, a `NetworkError`; the stream never succeeds with a failed result.
  ///
  /// ```swift
  /// let rows = network.stream.get(url).response(CSVSerializer())
  /// ```
  public func response<Serializer: ResponseSerializer>(
    _ serializer: Serializer
  ) -> Single<DataResponse<Serializer.Value>> {
    single(serializer) { response in
      switch response.result {
      case .success: .success(response)
      case .failure(let error): .failure(error)
      }
    }
  }

  /// Returns the whole response with a value from a serializer: ``response(_:)`` with a label.
  public func response<Serializer: ResponseSerializer>(
    serializer: Serializer
  ) -> Single<DataResponse<Serializer.Value>> {
    response(serializer)
  }

  /// Returns the value that a serializer creates from the response.
  ///
  /// ```swift
  /// let rows = network.stream.get(url).value(CSVSerializer())
  /// ```
  public func value<Serializer: ResponseSerializer>(_ serializer: Serializer) -> Single<Serializer.Value> {
    single(serializer) { response in
      switch response.result {
      case .success(let value): .success(value)
      case .failure(let error): .failure(error)
      }
    }
  }

  /// Sends a request for each subscription and emits its response, successful or failed.
  func outcome<Serializer: ResponseSerializer>(
    _ serializer: Serializer
  ) -> Single<DataResponse<Serializer.Value>> {
    single(serializer) { .success($0) }
  }

  /// Sends a request for each subscription and emits the result derived from its response.
  private func single<Serializer: ResponseSerializer, Value: Sendable>(
    _ serializer: Serializer,
    taking take: @escaping @Sendable (DataResponse<Serializer.Value>) -> SingleEvent<Value>
  ) -> Single<Value> {
    Single.createLate { observer in
      let request = makeRequest()
      request.response(delivery: .inline, responseSerializer: serializer) { response in
        observer(take(response))
      }
      return { request.cancel() }
    }
  }
}

extension StreamRequest {
  /// Returns the decoded body.
  ///
  /// ```swift
  /// let user: Single<User> = network.stream.get("users/trentm").object()
  /// ```
  ///
  /// Without a decoder it is that of the request, or else that of the session.
  public func object<Value: Decodable & Sendable>(
    as type: Value.Type = Value.self, decoder: (any DataDecoder)? = nil
  ) -> Single<Value> {
    value(.decodable(of: type, decoder: decoder))
  }

  /// Returns the whole response with the decoded body.
  public func responseObject<Value: Decodable & Sendable>(
    as type: Value.Type = Value.self, decoder: (any DataDecoder)? = nil
  ) -> Single<DataResponse<Value>> {
    response(.decodable(of: type, decoder: decoder))
  }

  /// Returns the bytes of the body.
  public func data() -> Single<Data> { value(.data) }

  /// Returns the whole response with the bytes of the body.
  public func responseData() -> Single<DataResponse<Data>> { response(.data) }

  /// Returns the body as text in the charset of the response.
  ///
  /// Without a charset it is UTF-8, or ISO-8859-1 if the bytes are not valid UTF-8.
  public func string() -> Single<String> { value(.string) }

  /// Returns the whole response with the body as text.
  public func responseString() -> Single<DataResponse<String>> { response(.string) }

  /// Returns the body as a JSON value.
  public func json() -> Single<JSONValue> { value(.json) }

  /// Returns the whole response with the body as a JSON value.
  public func responseJSON() -> Single<DataResponse<JSONValue>> { response(.json) }

  /// Returns only whether the request succeeds.
  public func void() -> Single<Void> { value(.void) }

  /// Returns the whole response without reading its body; the same as ``response()``.
  public func responseVoid() -> Single<DataResponse<Void>> { response() }

  /// Returns the whole response without reading its body.
  public func response() -> Single<DataResponse<Void>> { response(.void) }
}
