extension RequestMaking {
  /// Creates a request that uploads bytes, a file, a stream or a form.
  ///
  /// The default method is `POST`.
  ///
  /// ```swift
  /// network.upload(.file(film), to: "films/1", method: .put)
  ///   .uploadProgress { progress in print(progress.fraction ?? 0) }
  ///   .responseVoid { response in print(response.result) }
  /// ```
  ///
  /// The request is the same as that of the verbs with `file:`, `stream:`, `multipart:` and `httpBody:`. Use it in code
  /// that receives the content as one value. Files and streams are read while they are sent. Parameters are added to
  /// the query.
  ///
  /// - Parameters:
  ///   - content: The content and its type.
  ///   - url: The target.
  ///   - method: `POST`, `PUT` or `PATCH`. A method that must not have a body fails the request with
  ///     ``InvalidRequest/bodyNotAllowed(_:)``.
  ///   - parameters: The parameters, which are added to the query.
  ///   - encoding: The encoding of the parameters.
  ///   - headers: The header fields of this request. They take precedence over the session's.
  ///   - fileID: The file that asks for the request, for traces; the caller's.
  ///   - line: The line that asks for the request, for traces; the caller's.
  /// - Returns: The request, which has not been started.
  public func upload(
    _ content: RequestContent, to url: any URLConvertible, method: HTTPMethod = .post,
    parameters: Parameters? = nil, encoding: any ParameterEncoding = .url, headers: HTTPHeaders = [:],
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Request {
    request(
      RequestDescription(
        url, method: method, parameters: parameters, encoding: encoding, headers: headers, content: content,
        fileID: fileID, line: line))
  }
}
