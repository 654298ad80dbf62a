import Foundation

/// Whether two errors are the same to a test: by domain and code when the expected one is an `NSError` or stands
/// for one; else by their own equality; else, of one type, by what they say of themselves.
func isEqual(_ actual: any Error, _ expected: any Error) -> Bool {
  if isOfFoundation(expected), let actual = domainAndCode(of: actual),
    let expected = domainAndCode(of: expected)
  {
    return actual == expected
  }
  // By way of `Any`: an `any Error` is bridged to `NSError`, which is always equatable.
  if let expected = (expected as Any) as? any Equatable { return isEqual(actual, expected) }
  return type(of: actual) == type(of: expected) && "\(actual)" == "\(expected)"
}

private func isEqual<Value: Equatable>(_ actual: any Error, _ expected: Value) -> Bool {
  (actual as Any) as? Value == expected
}

private func isOfFoundation(_ error: any Error) -> Bool {
  type(of: error) is NSError.Type || error is URLError || error is CocoaError || error is POSIXError
}

/// Domain and code, of those errors that have them by their own words.
func domainAndCode(of error: any Error) -> (String, Int)? {
  if type(of: error) is NSError.Type { return ((error as NSError).domain, (error as NSError).code) }
  guard let error = error as? any CustomNSError else { return nil }
  return (type(of: error).errorDomain, error.errorCode)
}
