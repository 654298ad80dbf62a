package import Testing

// What `#expect` says of two values, without its macro: the compiler takes thirty times as long for a macro as for a
// call, which was half the time of building the tests (decision 37). For other comparisons, `#expect` tells more.

/// Expects a value to equal another, and shows both if not.
package func expectEqual<Value: Equatable>(
  _ value: Value, _ expected: Value, _ comment: @autoclosure () -> Comment? = nil, fileID: String = #fileID,
  filePath: String = #filePath, line: Int = #line, column: Int = #column
) {
  if value == expected { return }
  record(
    "\(String(reflecting: value))\ndoes not equal \(String(reflecting: expected))", comment(),
    at: SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column))
}

/// Expects a value to differ from another, and shows it if not.
package func expectNotEqual<Value: Equatable>(
  _ value: Value, _ other: Value, _ comment: @autoclosure () -> Comment? = nil, fileID: String = #fileID,
  filePath: String = #filePath, line: Int = #line, column: Int = #column
) {
  if value != other { return }
  record(
    "\(String(reflecting: value))\nequals \(String(reflecting: other))", comment(),
    at: SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column))
}

/// Expects no value, and shows what there is instead.
package func expectNil<Value>(
  _ value: Value?, _ comment: @autoclosure () -> Comment? = nil, fileID: String = #fileID,
  filePath: String = #filePath, line: Int = #line, column: Int = #column
) {
  guard let value else { return }
  record(
    "\(String(reflecting: value))\nis not nil", comment(),
    at: SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column))
}

/// Expects a value; which one does not matter.
package func expectNotNil<Value>(
  _ value: Value?, _ comment: @autoclosure () -> Comment? = nil, fileID: String = #fileID,
  filePath: String = #filePath, line: Int = #line, column: Int = #column
) {
  if value != nil { return }
  record(
    "nil instead of a \(Value.self)", comment(),
    at: SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column))
}

/// Expects a property or a variable to be true.
package func expectTrue(
  _ value: Bool, _ comment: @autoclosure () -> Comment? = nil, fileID: String = #fileID,
  filePath: String = #filePath, line: Int = #line, column: Int = #column
) {
  if value { return }
  record(
    "false instead of true", comment(),
    at: SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column))
}

/// Expects a property or a variable to be false.
package func expectFalse(
  _ value: Bool, _ comment: @autoclosure () -> Comment? = nil, fileID: String = #fileID,
  filePath: String = #filePath, line: Int = #line, column: Int = #column
) {
  if !value { return }
  record(
    "true instead of false", comment(),
    at: SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column))
}

private func record(_ failure: String, _ comment: Comment?, at location: SourceLocation) {
  let note = comment.map { "\($0.rawValue)\n" } ?? ""
  Issue.record(Comment(rawValue: note + failure), sourceLocation: location)
}
