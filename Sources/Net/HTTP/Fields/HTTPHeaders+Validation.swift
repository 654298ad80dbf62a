extension HTTPHeaders {
  /// Returns the fields with trimmed values.
  ///
  /// - Throws: ``InvalidRequest/header(name:value:)`` if a name or value is invalid.
  package func checked() throws(InvalidRequest) -> HTTPHeaders { try trimmed() ?? self }

  /// Returns the fields with trimmed values, or nil if no value needed trimming.
  ///
  /// - Throws: ``InvalidRequest/header(name:value:)`` if a name or value is invalid.
  func trimmed() throws(InvalidRequest) -> HTTPHeaders? {
    var isSpaced = false
    for index in indices {
      guard HeaderSyntax.isToken(self[index].name), HeaderSyntax.isFieldValue(self[index].value) else {
        throw .header(name: self[index].name, value: self[index].value)
      }
      if HeaderSyntax.isSpaced(self[index].value) { isSpaced = true }
    }
    guard isSpaced else { return nil }
    return HTTPHeaders(map { HTTPField(name: $0.name, value: HeaderSyntax.trimmed($0.value)) })
  }
}
