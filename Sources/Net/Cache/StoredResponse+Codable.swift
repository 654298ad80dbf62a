import Foundation

extension StoredResponse: Codable {
  private enum CodingKeys: String, CodingKey {
    case method, url, requestHeaders, status, headers, httpVersion, requestTime, responseTime, range,
      lifetime, isInvalid
  }

  /// Reads a stored response.
  ///
  /// - Throws: A `DecodingError` if a value is missing or has another type.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      method: HTTPMethod(rawValue: try values.decode(String.self, forKey: .method)),
      url: try values.decode(String.self, forKey: .url),
      requestHeaders: try values.decode(FieldList.self, forKey: .requestHeaders).headers,
      status: try values.decode(Int.self, forKey: .status),
      headers: try values.decode(FieldList.self, forKey: .headers).headers,
      httpVersion: try values.decodeIfPresent(String.self, forKey: .httpVersion),
      requestTime: Date(timeIntervalSince1970: try values.seconds(.requestTime)),
      responseTime: Date(timeIntervalSince1970: try values.seconds(.responseTime)),
      range: try values.decodeIfPresent(StoredRange.self, forKey: .range),
      lifetime: values.contains(.lifetime) ? Duration(microsecondsIn: try values.seconds(.lifetime)) : nil,
      isInvalid: try values.decode(Bool.self, forKey: .isInvalid))
  }

  /// Writes the stored response.
  ///
  /// Times are seconds since 1970.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(method.rawValue, forKey: .method)
    try values.encode(url, forKey: .url)
    try values.encode(FieldList(headers: requestHeaders), forKey: .requestHeaders)
    try values.encode(status, forKey: .status)
    try values.encode(FieldList(headers: headers), forKey: .headers)
    try values.encodeIfPresent(httpVersion, forKey: .httpVersion)
    try values.encode(requestTime.timeIntervalSince1970, forKey: .requestTime)
    try values.encode(responseTime.timeIntervalSince1970, forKey: .responseTime)
    try values.encodeIfPresent(range, forKey: .range)
    try values.encodeIfPresent(lifetime.map(\.inSeconds), forKey: .lifetime)
    try values.encode(isInvalid, forKey: .isInvalid)
  }
}

extension KeyedDecodingContainer {
  /// Reads a number of seconds, which must be one that dates and durations can have.
  fileprivate func seconds(_ key: Key) throws -> Double {
    let seconds = try decode(Double.self, forKey: key)
    guard abs(seconds) < 1e15 else {
      throw DecodingError.dataCorruptedError(forKey: key, in: self, debugDescription: "\(seconds) seconds")
    }
    return seconds
  }
}

/// Fields as a flat list: name, value, name, value.
private struct FieldList: Codable {
  var headers: HTTPHeaders

  init(headers: HTTPHeaders) { self.headers = headers }

  init(from decoder: any Decoder) throws {
    var values = try decoder.unkeyedContainer()
    headers = [:]
    while !values.isAtEnd {
      let name = try values.decode(String.self)
      headers.add(name: name, value: try values.decode(String.self))
    }
  }

  func encode(to encoder: any Encoder) throws {
    var values = encoder.unkeyedContainer()
    for field in headers {
      try values.encode(field.name)
      try values.encode(field.value)
    }
  }
}
