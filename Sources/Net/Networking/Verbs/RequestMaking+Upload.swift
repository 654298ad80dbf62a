public import Foundation

extension RequestMaking {
  /// Creates a `POST` request with a form that may contain files.
  ///
  /// ```swift
  /// var form = MultipartFormData()
  /// form.append("Trent", name: "author")
  /// form.append(file: photo, name: "photo")
  /// network.post("photos", multipart: form)
  /// ```
  ///
  /// Parameters are added to the query. The files are checked when the request starts. A file that cannot be sent fails
  /// the request with ``NetworkError/Reason/encoding`` and a ``RequestBodyError`` that names it.
  public func post(
    _ url: any URLConvertible, multipart: MultipartFormData, parameters: Parameters? = nil,
    encoding: any ParameterEncoding = .url, headers: HTTPHeaders = [:],
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Request {
    post(
      url, parameters: parameters, encoding: encoding, headers: headers, content: .multipart(multipart),
      fileID: fileID, line: line)
  }

  /// Creates a `PUT` request with a form that may contain files.
  public func put(
    _ url: any URLConvertible, multipart: MultipartFormData, parameters: Parameters? = nil,
    encoding: any ParameterEncoding = .url, headers: HTTPHeaders = [:],
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Request {
    put(
      url, parameters: parameters, encoding: encoding, headers: headers, content: .multipart(multipart),
      fileID: fileID, line: line)
  }

  /// Creates a `PATCH` request with a form that may contain files.
  public func patch(
    _ url: any URLConvertible, multipart: MultipartFormData, parameters: Parameters? = nil,
    encoding: any ParameterEncoding = .url, headers: HTTPHeaders = [:],
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Request {
    patch(
      url, parameters: parameters, encoding: encoding, headers: headers, content: .multipart(multipart),
      fileID: fileID, line: line)
  }

  /// Creates a `POST` request with a file, which is read while it is sent.
  ///
  /// ```swift
  /// network.post("films", file: film)
  /// ```
  ///
  /// The default content type is that of the file's extension. Parameters are added to the query.
  public func post(
    _ url: any URLConvertible, file: URL, contentType: String? = nil, parameters: Parameters? = nil,
    encoding: any ParameterEncoding = .url, headers: HTTPHeaders = [:],
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Request {
    post(
      url, parameters: parameters, encoding: encoding, headers: headers,
      content: .file(file, contentType: contentType), fileID: fileID, line: line)
  }

  /// Creates a `PUT` request with a file, which is read while it is sent.
  public func put(
    _ url: any URLConvertible, file: URL, contentType: String? = nil, parameters: Parameters? = nil,
    encoding: any ParameterEncoding = .url, headers: HTTPHeaders = [:],
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Request {
    put(
      url, parameters: parameters, encoding: encoding, headers: headers,
      content: .file(file, contentType: contentType), fileID: fileID, line: line)
  }

  /// Creates a `PATCH` request with a file, which is read while it is sent.
  public func patch(
    _ url: any URLConvertible, file: URL, contentType: String? = nil, parameters: Parameters? = nil,
    encoding: any ParameterEncoding = .url, headers: HTTPHeaders = [:],
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Request {
    patch(
      url, parameters: parameters, encoding: encoding, headers: headers,
      content: .file(file, contentType: contentType), fileID: fileID, line: line)
  }

  /// Creates a `POST` request with a stream, which is read while it is sent.
  ///
  /// ```swift
  /// let lines = BodyStream { ExportReader(database) }
  /// network.post("exports", stream: lines, contentType: "application/x-ndjson")
  /// ```
  ///
  /// Parameters are added to the query.
  public func post(
    _ url: any URLConvertible, stream: BodyStream, contentType: String? = nil, parameters: Parameters? = nil,
    encoding: any ParameterEncoding = .url, headers: HTTPHeaders = [:],
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Request {
    post(
      url, parameters: parameters, encoding: encoding, headers: headers,
      content: .stream(stream, contentType: contentType), fileID: fileID, line: line)
  }

  /// Creates a `PUT` request with a stream, which is read while it is sent.
  public func put(
    _ url: any URLConvertible, stream: BodyStream, contentType: String? = nil, parameters: Parameters? = nil,
    encoding: any ParameterEncoding = .url, headers: HTTPHeaders = [:],
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Request {
    put(
      url, parameters: parameters, encoding: encoding, headers: headers,
      content: .stream(stream, contentType: contentType), fileID: fileID, line: line)
  }

  /// Creates a `PATCH` request with a stream, which is read while it is sent.
  public func patch(
    _ url: any URLConvertible, stream: BodyStream, contentType: String? = nil, parameters: Parameters? = nil,
    encoding: any ParameterEncoding = .url, headers: HTTPHeaders = [:],
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Request {
    patch(
      url, parameters: parameters, encoding: encoding, headers: headers,
      content: .stream(stream, contentType: contentType), fileID: fileID, line: line)
  }
}
