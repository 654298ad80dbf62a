public import Foundation
public import Net
public import Stream

extension StreamRequest {
  /// The whole response, its value made by a serializer.
  ///
  /// Each subscription sends a request of its own and disposing it cancels that request. A failure of any kind
  /// is a `NetworkError`; the stream never succeeds with a failed result.
  ///
  /// ```swift
  /// let rows = network.stream.get(url).response(serializer: CSVSerializer())
  /// ```
  public func response<Serializer: ResponseSerializer>(
    serializer: Serializer
  ) -> Single<DataResponse<Serializer.Value>> {
    single(serializer) { response in response.result.map { _ in response } }
  }

  /// The value that a serializer makes of the response.
  public func value<Serializer: ResponseSerializer>(serializer: Serializer) -> Single<Serializer.Value> {
    single(serializer) { response in response.result }
  }

  /// Sends a request for each subscription, and ends with what is taken of its response.
  private func single<Serializer: ResponseSerializer, Value: Sendable>(
    _ serializer: Serializer,
    taking take: @escaping @Sendable (DataResponse<Serializer.Value>) -> Result<Value, NetworkError>
  ) -> Single<Value> {
    Single.create { observer in
      let request = makeRequest()
      request.response(delivery: .inline, responseSerializer: serializer) { response in
        observer(take(response).mapError { $0 })
      }
      return Disposables.create { request.cancel() }
    }
  }
}

extension StreamRequest {
  /// The body, decoded.
  ///
  /// ```swift
  /// let user: Single<User> = network.stream.get("users/trentm").object()
  /// ```
  public func object<Value: Decodable & Sendable>(as type: Value.Type = Value.self) -> Single<Value> {
    value(serializer: .decodable(of: type))
  }

  /// The whole response with the body decoded.
  public func responseObject<Value: Decodable & Sendable>(
    as type: Value.Type = Value.self
  ) -> Single<DataResponse<Value>> {
    response(serializer: .decodable(of: type))
  }

  /// The bytes of the body.
  public func data() -> Single<Data> { value(serializer: .data) }

  /// The whole response with the bytes of the body.
  public func responseData() -> Single<DataResponse<Data>> { response(serializer: .data) }

  /// The body as text, in the charset of the response, else UTF-8, else ISO-8859-1.
  public func string() -> Single<String> { value(serializer: .string) }

  /// The whole response with the body as text.
  public func responseString() -> Single<DataResponse<String>> { response(serializer: .string) }

  /// The body as a JSON value.
  public func json() -> Single<JSONValue> { value(serializer: .json) }

  /// The whole response with the body as a JSON value.
  public func responseJSON() -> Single<DataResponse<JSONValue>> { response(serializer: .json) }

  /// Just the success.
  public func void() -> Single<Void> { value(serializer: .void) }

  /// The whole response, its body unread.
  public func response() -> Single<DataResponse<Void>> { response(serializer: .void) }
}
