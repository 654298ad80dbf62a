public import Foundation
public import Net

extension NetworkingMock {
  // Disfavored, because `[]` would be an array of `Any`.
  /// Responds to every request with this result, unless a later stub does.
  ///
  /// ```swift
  /// network.mockResponse(.success(User(name: "Trent")))
  /// network.stub(.everything, with: .failure(URLError(.timedOut)))  // a failure needs no type
  /// ```
  ///
  /// The type must be the one that the code under test requests; `Data` is decoded by its serializer. An error that is
  /// not a `NetworkError` becomes the underlying error of one.
  ///
  /// - Parameters:
  ///   - result: The value, or the error.
  ///   - statusCode: The status, validated as in production.
  ///   - headers: The headers of the response; a `Content-Type` among them is validated, too.
  ///   - data: The body of the response.
  ///   - validateRequest: Called with each request before its response; if it throws, the test fails.
  ///   - file: The file where failures are reported; the caller's.
  ///   - line: The line where failures are reported; the caller's.
  @_disfavoredOverload
  public func mockResponse<Value: Sendable>(
    _ result: Result<Value, any Error>, statusCode: Int = 200, headers: HTTPHeaders = [:], data: Data? = nil,
    validateRequest: (@Sendable (MockedRequest) throws -> Void)? = nil, file: StaticString = #filePath,
    line: UInt = #line
  ) {
    mockResponse(
      StubResponse.value(result), result, statusCode: statusCode, headers: headers, data: data,
      validateRequest: validateRequest, at: SourcePlace(file: file, line: line))
  }

  /// Responds to every request with an empty array, set or dictionary of the type that the code under test requests.
  ///
  /// ```swift
  /// network.mockResponse(.success([]))
  /// ```
  public func mockResponse(
    _ result: Result<EmptyLiteral, any Error>, statusCode: Int = 200, headers: HTTPHeaders = [:],
    data: Data? = nil, validateRequest: (@Sendable (MockedRequest) throws -> Void)? = nil,
    file: StaticString = #filePath, line: UInt = #line
  ) {
    let response: StubResponse =
      switch result {
      case .success(let empty): .value(empty)
      case .failure(let error): .failure(error)
      }
    mockResponse(
      response, result, statusCode: statusCode, headers: headers, data: data,
      validateRequest: validateRequest, at: SourcePlace(file: file, line: line))
  }

  private func mockResponse<Value>(
    _ response: StubResponse, _ result: Result<Value, any Error>, statusCode: Int, headers: HTTPHeaders,
    data: Data?, validateRequest: (@Sendable (MockedRequest) throws -> Void)?, at place: SourcePlace
  ) {
    var response = response
    if statusCode != 200 || !headers.isEmpty || data != nil {
      if case .failure(let error) = result {
        response = .status(200)
        response.failure = error
      }
      response = response.changed { status, fields, body in
        status = statusCode
        for field in headers { fields.add(name: field.name, value: field.value) }
        body = data ?? body
      }
    }
    add(
      Stub(.everything, answers: [.response(response)], place: place), validateRequest: validateRequest)
  }
}
