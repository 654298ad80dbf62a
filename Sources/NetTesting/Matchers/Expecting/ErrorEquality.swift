import Foundation

/// Whether two errors are equal.
///
/// They are compared by domain and code if the expected one is an `NSError` or wraps one, by their own equality if
/// they have one, by the description if their type defines only that, and otherwise by their parts in the same way.
func isEqual(_ actual: any Error, _ expected: any Error) -> Bool {
  if isOfFoundation(expected), let actual = domainAndCode(of: actual),
    let expected = domainAndCode(of: expected)
  {
    return actual == expected
  }
  // The cast goes through `Any`, because `any Error` is bridged to `NSError`, which is always equatable.
  if let expected = (expected as Any) as? any Equatable { return isEqual(actual, expected) }
  var comparison = ContentComparison()
  return comparison.areSame(actual, expected)
}

private func isEqual<Value: Equatable>(_ actual: any Error, _ expected: Value) -> Bool {
  (actual as Any) as? Value == expected
}

/// Whether it is an `NSError`, or an error of Foundation that wraps one.
func isOfFoundation(_ error: any Error) -> Bool {
  type(of: error) is NSError.Type || error is URLError || error is CocoaError || error is POSIXError
}

/// The domain and the code of an error that defines them itself.
func domainAndCode(of error: any Error) -> (String, Int)? {
  if type(of: error) is NSError.Type { return ((error as NSError).domain, (error as NSError).code) }
  guard let error = error as? any CustomNSError else { return nil }
  return (type(of: error).errorDomain, error.errorCode)
}
