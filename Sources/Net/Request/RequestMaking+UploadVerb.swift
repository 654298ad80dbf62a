extension RequestMaking {
  /// Makes a request that uploads something: bytes, a file, a stream, a form. It is a `POST` unless it is said otherwise.
  ///
  /// ```swift
  /// network.upload(.file(film), to: "films/1", method: .put)
  ///   .uploadProgress(queue: .main) { progress in print(progress.fraction ?? 0) }
  ///   .responseVoid { response in print(response.result) }
  /// ```
  ///
  /// It is the same request that the verbs make with `file:`, `stream:`, `multipart:` and `httpBody:`, for code that is
  /// given the content as one value. Files and streams are read as they are sent. Parameters beside the content go to
  /// the query.
  ///
  /// - Parameters:
  ///   - content: What is uploaded, and how it is labelled.
  ///   - url: Where to.
  ///   - method: `POST`, `PUT` or `PATCH`; a method that takes no body fails the request with
  ///     ``InvalidRequest/bodyNotAllowed(_:)``.
  ///   - parameters: What goes to the query.
  ///   - encoding: How the parameters are encoded.
  ///   - headers: The headers of this request; they win over the session's.
  public func upload(
    _ content: RequestContent, to url: any URLConvertible, method: HTTPMethod = .post,
    parameters: Parameters? = nil, encoding: any ParameterEncoding = .url, headers: HTTPHeaders = [:]
  ) -> Request {
    request(
      RequestDescription(
        url, method: method, parameters: parameters, encoding: encoding, headers: headers, content: content))
  }
}
