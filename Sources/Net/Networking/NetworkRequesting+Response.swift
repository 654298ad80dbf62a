public import Dispatch
public import Foundation

extension NetworkRequesting {
  /// Starts the request if necessary and calls the handler with the serialized response.
  ///
  /// All other `response…` methods call this one.
  ///
  /// ```swift
  /// network.get(url).response(responseSerializer: .json) { response in print(response.value?["name"].string ?? "") }
  /// ```
  ///
  /// - Parameters:
  ///   - queue: The queue of the handler. Nil means the session's callback queue, which is `.main` by default.
  ///   - responseSerializer: A serializer, available as a static member: `.data`, `.string`, `.json`,
  ///     `.decodable(of:)`, `.void`.
  ///   - completionHandler: Called exactly once, whatever happens.
  /// - Returns: The request itself, so that calls can be chained.
  @discardableResult
  public func response<Serializer: ResponseSerializer>(
    queue: DispatchQueue? = nil, responseSerializer: Serializer,
    completionHandler: @escaping @Sendable (DataResponse<Serializer.Value>) -> Void
  ) -> Self {
    response(
      delivery: queue.map { .queue($0) } ?? .callbackQueue, responseSerializer: responseSerializer,
      completionHandler: completionHandler)
  }

  /// Calls the handler with the body unchanged, or nil if it is empty.
  @discardableResult
  public func response(
    queue: DispatchQueue? = nil, completionHandler: @escaping @Sendable (DataResponse<Data?>) -> Void
  ) -> Self {
    response(queue: queue, responseSerializer: .optionalData, completionHandler: completionHandler)
  }

  /// Calls the handler with the body unchanged.
  @discardableResult
  public func responseData(
    queue: DispatchQueue? = nil, completionHandler: @escaping @Sendable (DataResponse<Data>) -> Void
  ) -> Self {
    response(queue: queue, responseSerializer: .data, completionHandler: completionHandler)
  }

  /// Calls the handler with the body as text.
  ///
  /// See ``StringSerializer``.
  @discardableResult
  public func responseString(
    queue: DispatchQueue? = nil, completionHandler: @escaping @Sendable (DataResponse<String>) -> Void
  ) -> Self {
    response(queue: queue, responseSerializer: .string, completionHandler: completionHandler)
  }

  /// Calls the handler with the body as a ``JSONValue``.
  @discardableResult
  public func responseJSON(
    queue: DispatchQueue? = nil, completionHandler: @escaping @Sendable (DataResponse<JSONValue>) -> Void
  ) -> Self {
    response(queue: queue, responseSerializer: .json, completionHandler: completionHandler)
  }

  /// Calls the handler with the decoded body.
  ///
  /// See ``DecodableSerializer``.
  ///
  /// ```swift
  /// network.get(url).responseObject(as: User.self) { response in print(response.value?.name ?? "nobody") }
  /// ```
  @discardableResult
  public func responseObject<Value: Decodable & Sendable>(
    as type: Value.Type = Value.self, queue: DispatchQueue? = nil, decoder: (any DataDecoder)? = nil,
    completionHandler: @escaping @Sendable (DataResponse<Value>) -> Void
  ) -> Self {
    response(
      queue: queue, responseSerializer: .decodable(of: type, decoder: decoder),
      completionHandler: completionHandler)
  }

  /// Calls the handler when the request has ended, ignoring the body.
  @discardableResult
  public func responseVoid(
    queue: DispatchQueue? = nil, completionHandler: @escaping @Sendable (DataResponse<Void>) -> Void
  ) -> Self {
    response(queue: queue, responseSerializer: .void, completionHandler: completionHandler)
  }
}
