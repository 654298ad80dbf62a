public import Foundation

extension RequestMaking {
  /// Makes a `POST` request of a form with files in it.
  ///
  /// ```swift
  /// var form = MultipartFormData()
  /// form.append("Trent", name: "author")
  /// form.append(file: photo, name: "photo")
  /// network.post("photos", multipart: form)
  /// ```
  ///
  /// Parameters beside it go to the query. The files are looked at when the request starts; what is wrong with one
  /// fails the request with ``NetworkError/Reason/encoding`` and a ``RequestBodyError`` that names it.
  public func post(
    _ url: any URLConvertible, multipart: MultipartFormData, parameters: Parameters? = nil,
    encoding: any ParameterEncoding = .url, headers: HTTPHeaders = [:]
  ) -> Request {
    post(url, parameters: parameters, encoding: encoding, headers: headers, content: .multipart(multipart))
  }

  /// Makes a `PUT` request of a form with files in it.
  public func put(
    _ url: any URLConvertible, multipart: MultipartFormData, parameters: Parameters? = nil,
    encoding: any ParameterEncoding = .url, headers: HTTPHeaders = [:]
  ) -> Request {
    put(url, parameters: parameters, encoding: encoding, headers: headers, content: .multipart(multipart))
  }

  /// Makes a `PATCH` request of a form with files in it.
  public func patch(
    _ url: any URLConvertible, multipart: MultipartFormData, parameters: Parameters? = nil,
    encoding: any ParameterEncoding = .url, headers: HTTPHeaders = [:]
  ) -> Request {
    patch(url, parameters: parameters, encoding: encoding, headers: headers, content: .multipart(multipart))
  }

  /// Makes a `POST` request of a file, which is read as it is sent.
  ///
  /// ```swift
  /// network.post("films", file: film)
  /// ```
  ///
  /// Without a content type it is labelled by the file's extension. Parameters beside it go to the query.
  public func post(
    _ url: any URLConvertible, file: URL, contentType: String? = nil, parameters: Parameters? = nil,
    encoding: any ParameterEncoding = .url, headers: HTTPHeaders = [:]
  ) -> Request {
    post(
      url, parameters: parameters, encoding: encoding, headers: headers,
      content: .file(file, contentType: contentType))
  }

  /// Makes a `PUT` request of a file, which is read as it is sent.
  public func put(
    _ url: any URLConvertible, file: URL, contentType: String? = nil, parameters: Parameters? = nil,
    encoding: any ParameterEncoding = .url, headers: HTTPHeaders = [:]
  ) -> Request {
    put(
      url, parameters: parameters, encoding: encoding, headers: headers,
      content: .file(file, contentType: contentType))
  }

  /// Makes a `PATCH` request of a file, which is read as it is sent.
  public func patch(
    _ url: any URLConvertible, file: URL, contentType: String? = nil, parameters: Parameters? = nil,
    encoding: any ParameterEncoding = .url, headers: HTTPHeaders = [:]
  ) -> Request {
    patch(
      url, parameters: parameters, encoding: encoding, headers: headers,
      content: .file(file, contentType: contentType))
  }

  /// Makes a `POST` request of what a stream gives, read as it is sent.
  ///
  /// ```swift
  /// let lines = BodyStream { ExportReader(database) }
  /// network.post("exports", stream: lines, contentType: "application/x-ndjson")
  /// ```
  ///
  /// Parameters beside it go to the query.
  public func post(
    _ url: any URLConvertible, stream: BodyStream, contentType: String? = nil, parameters: Parameters? = nil,
    encoding: any ParameterEncoding = .url, headers: HTTPHeaders = [:]
  ) -> Request {
    post(
      url, parameters: parameters, encoding: encoding, headers: headers,
      content: .stream(stream, contentType: contentType))
  }

  /// Makes a `PUT` request of what a stream gives, read as it is sent.
  public func put(
    _ url: any URLConvertible, stream: BodyStream, contentType: String? = nil, parameters: Parameters? = nil,
    encoding: any ParameterEncoding = .url, headers: HTTPHeaders = [:]
  ) -> Request {
    put(
      url, parameters: parameters, encoding: encoding, headers: headers,
      content: .stream(stream, contentType: contentType))
  }

  /// Makes a `PATCH` request of what a stream gives, read as it is sent.
  public func patch(
    _ url: any URLConvertible, stream: BodyStream, contentType: String? = nil, parameters: Parameters? = nil,
    encoding: any ParameterEncoding = .url, headers: HTTPHeaders = [:]
  ) -> Request {
    patch(
      url, parameters: parameters, encoding: encoding, headers: headers,
      content: .stream(stream, contentType: contentType))
  }
}
