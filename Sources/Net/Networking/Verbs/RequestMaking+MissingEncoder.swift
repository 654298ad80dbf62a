// Not for use. Without them, the compiler says that the value is not of the type `Parameters`.
extension RequestMaking {
  /// Is unavailable: pass an encoder, because a value may be encoded as JSON or as a form.
  @available(
    *, unavailable, message: "a value needs an encoder: add encoder: .urlEncodedForm or encoder: .json"
  )
  public func request(
    _ url: any URLConvertible, method: HTTPMethod = .get, parameters: some Encodable & Sendable,
    headers: HTTPHeaders = [:],
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Request {
    request(
      url, method: method, parameters: parameters, encoder: .urlEncodedForm, headers: headers,
      fileID: fileID, line: line)
  }

  /// Is unavailable: pass an encoder, because a value may be encoded as JSON or as a form.
  @available(
    *, unavailable, message: "a value needs an encoder: add encoder: .urlEncodedForm or encoder: .json"
  )
  public func get(
    _ url: any URLConvertible, parameters: some Encodable & Sendable, headers: HTTPHeaders = [:],
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Request {
    get(
      url, parameters: parameters, encoder: .urlEncodedForm, headers: headers, fileID: fileID, line: line)
  }

  /// Is unavailable: pass an encoder, because a value may be encoded as JSON or as a form.
  @available(
    *, unavailable, message: "a value needs an encoder: add encoder: .urlEncodedForm or encoder: .json"
  )
  public func head(
    _ url: any URLConvertible, parameters: some Encodable & Sendable, headers: HTTPHeaders = [:],
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Request {
    head(
      url, parameters: parameters, encoder: .urlEncodedForm, headers: headers, fileID: fileID, line: line)
  }

  /// Is unavailable: pass an encoder, because a value may be encoded as JSON or as a form.
  @available(
    *, unavailable, message: "a value needs an encoder: add encoder: .urlEncodedForm or encoder: .json"
  )
  public func options(
    _ url: any URLConvertible, parameters: some Encodable & Sendable, headers: HTTPHeaders = [:],
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Request {
    options(
      url, parameters: parameters, encoder: .urlEncodedForm, headers: headers, fileID: fileID, line: line)
  }

  /// Is unavailable: pass an encoder, because a value may be encoded as JSON or as a form.
  @available(
    *, unavailable, message: "a value needs an encoder: add encoder: .urlEncodedForm or encoder: .json"
  )
  public func post(
    _ url: any URLConvertible, parameters: some Encodable & Sendable, headers: HTTPHeaders = [:],
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Request {
    post(
      url, parameters: parameters, encoder: .urlEncodedForm, headers: headers, fileID: fileID, line: line)
  }

  /// Is unavailable: pass an encoder, because a value may be encoded as JSON or as a form.
  @available(
    *, unavailable, message: "a value needs an encoder: add encoder: .urlEncodedForm or encoder: .json"
  )
  public func put(
    _ url: any URLConvertible, parameters: some Encodable & Sendable, headers: HTTPHeaders = [:],
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Request {
    put(
      url, parameters: parameters, encoder: .urlEncodedForm, headers: headers, fileID: fileID, line: line)
  }

  /// Is unavailable: pass an encoder, because a value may be encoded as JSON or as a form.
  @available(
    *, unavailable, message: "a value needs an encoder: add encoder: .urlEncodedForm or encoder: .json"
  )
  public func patch(
    _ url: any URLConvertible, parameters: some Encodable & Sendable, headers: HTTPHeaders = [:],
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Request {
    patch(
      url, parameters: parameters, encoder: .urlEncodedForm, headers: headers, fileID: fileID, line: line)
  }

  /// Is unavailable: pass an encoder, because a value may be encoded as JSON or as a form.
  @available(
    *, unavailable, message: "a value needs an encoder: add encoder: .urlEncodedForm or encoder: .json"
  )
  public func delete(
    _ url: any URLConvertible, parameters: some Encodable & Sendable, headers: HTTPHeaders = [:],
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Request {
    delete(
      url, parameters: parameters, encoder: .urlEncodedForm, headers: headers, fileID: fileID, line: line)
  }
}
