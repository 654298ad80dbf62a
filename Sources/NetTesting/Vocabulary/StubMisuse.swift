/// A stub that cannot be what its author meant: a missing fixture, an answer of the wrong type.
///
/// Mocks fail the test with its description, and the code under test gets it as an error.
public struct StubMisuse: Error, CustomStringConvertible {
  /// What is wrong.
  public let description: String

  package init(_ description: String) { self.description = description }
}

extension StubResponse {
  /// What is wrong with the stub itself, for the mock that answers with it to fail the test with.
  package var misuse: StubMisuse? {
    if case .failure(let error as StubMisuse) = outcome { return error }
    return value.map { value in
      StubMisuse(
        """
        The stub gives a value of type \(value.typeName), which only a NetworkingMock can deliver. Give bytes here: \
        .json(encodable: value).
        """)
    }
  }
}
