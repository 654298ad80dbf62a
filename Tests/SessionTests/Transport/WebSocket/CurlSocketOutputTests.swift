#if os(Linux)
  import Testing

  @testable import Net

  /// A completion may be the last owner of an object whose release closes the connection.
  @Suite struct CurlSocketOutputTests {
    private final class Owner: Sendable {
      func note() {}
    }

    @Test(arguments: [true, false]) func aCompletionThatIsTakenIsNotKept(isSent: Bool) {
      var output = CurlSocketOutput([])
      weak var owner: Owner?
      do {
        let strong = Owner()
        owner = strong
        output.expect({ _ in strong.note() }, after: isSent ? 0 : 1)
      }
      #expect(owner != nil)
      do {
        let completion = isSent ? output.nextSent() : output.nextUnsent()
        #expect(completion.map { _ in true } == true)
      }
      #expect(owner == nil)
      #expect(output.isEmpty)
    }
  }
#endif
