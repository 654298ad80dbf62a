public import Dispatch
public import Foundation

extension NetworkRequesting {
  /// Starts the request unless it has started, and hands what the serializer makes of the response to the handler.
  ///
  /// All other `response…` calls come down to this one.
  ///
  /// ```swift
  /// network.get(url).response(responseSerializer: .json) { response in print(response.value?["name"].string ?? "") }
  /// ```
  ///
  /// - Parameters:
  ///   - queue: Where the handler is called; nil is the session's callback queue, `.main` unless it says otherwise.
  ///   - responseSerializer: Found as a static member: `.data`, `.string`, `.json`, `.decodable(of:)`, `.void`.
  ///   - completionHandler: Called exactly once, whatever happens.
  @discardableResult
  public func response<Serializer: ResponseSerializer>(
    queue: DispatchQueue? = nil, responseSerializer: Serializer,
    completionHandler: @escaping @Sendable (DataResponse<Serializer.Value>) -> Void
  ) -> Self {
    response(
      delivery: queue.map { .queue($0) } ?? .callbackQueue, responseSerializer: responseSerializer,
      completionHandler: completionHandler)
  }

  /// Hands the body to the handler as it is, nil when it is empty.
  @discardableResult
  public func response(
    queue: DispatchQueue? = nil, completionHandler: @escaping @Sendable (DataResponse<Data?>) -> Void
  ) -> Self {
    response(queue: queue, responseSerializer: .optionalData, completionHandler: completionHandler)
  }

  /// Hands the body to the handler as it is.
  @discardableResult
  public func responseData(
    queue: DispatchQueue? = nil, completionHandler: @escaping @Sendable (DataResponse<Data>) -> Void
  ) -> Self {
    response(queue: queue, responseSerializer: .data, completionHandler: completionHandler)
  }

  /// Hands the body to the handler as text; see ``StringSerializer``.
  @discardableResult
  public func responseString(
    queue: DispatchQueue? = nil, completionHandler: @escaping @Sendable (DataResponse<String>) -> Void
  ) -> Self {
    response(queue: queue, responseSerializer: .string, completionHandler: completionHandler)
  }

  /// Hands the body to the handler as a ``JSONValue``.
  @discardableResult
  public func responseJSON(
    queue: DispatchQueue? = nil, completionHandler: @escaping @Sendable (DataResponse<JSONValue>) -> Void
  ) -> Self {
    response(queue: queue, responseSerializer: .json, completionHandler: completionHandler)
  }

  /// Hands the decoded body to the handler; see ``DecodableSerializer``.
  ///
  /// ```swift
  /// network.get(url).responseObject(of: User.self) { response in print(response.value?.name ?? "nobody") }
  /// ```
  @discardableResult
  public func responseObject<Value: Decodable & Sendable>(
    of type: Value.Type = Value.self, queue: DispatchQueue? = nil, decoder: (any DataDecoder)? = nil,
    completionHandler: @escaping @Sendable (DataResponse<Value>) -> Void
  ) -> Self {
    response(
      queue: queue, responseSerializer: .decodable(of: type, decoder: decoder),
      completionHandler: completionHandler)
  }

  /// Tells the handler how the request ended, whatever the body.
  @discardableResult
  public func responseVoid(
    queue: DispatchQueue? = nil, completionHandler: @escaping @Sendable (DataResponse<Void>) -> Void
  ) -> Self {
    response(queue: queue, responseSerializer: .void, completionHandler: completionHandler)
  }
}
