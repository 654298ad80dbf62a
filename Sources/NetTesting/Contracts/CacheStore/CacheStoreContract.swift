public import Net

/// The guarantees of every `CacheStore`, as a test suite for your own store, with one call in its tests.
///
/// ```swift
/// @Test(arguments: CacheStoreContract.laws)
/// func keeps(_ law: CacheStoreContract.Law) async {
///   await CacheStoreContract.check([law]) { HTTPCache.memory(limit: 64 << 20).store }
/// }
/// ```
///
/// In an `XCTestCase`, `await CacheStoreContract.check { MyStore() }` checks all laws. Each law gets its own store, so
/// laws may run in parallel. The store needs room for 10 MB. A broken law fails the test at the line of the call, with
/// the law and what was found.
public enum CacheStoreContract {
  /// A guarantee of every store.
  ///
  /// ```swift
  /// for law in CacheStoreContract.laws { print(law) }
  /// ```
  public struct Law: Sendable, CustomStringConvertible {
    /// The guarantee, as a sentence.
    public let description: String

    let check: @Sendable (CacheStoreTrial) throws -> Void

    init(_ description: String, check: @escaping @Sendable (CacheStoreTrial) throws -> Void) {
      self.description = description
      self.check = check
    }
  }

  /// All laws.
  public static let laws: [Law] = bodyLaws + writerLaws + orderLaws + removalLaws + useLaws

  /// Checks a store.
  ///
  /// - Parameters:
  ///   - laws: The laws to check; all by default.
  ///   - file: The file where failures are reported; the caller's.
  ///   - line: The line where failures are reported; the caller's.
  ///   - makeStore: Creates a new, empty store for each law.
  public static func check(
    _ laws: [Law] = laws, file: StaticString = #filePath, line: UInt = #line,
    over makeStore: @escaping @Sendable () throws -> any CacheStore
  ) async {
    let place = SourcePlace(file: file, line: line)
    await ContractBreach.report(laws, brokenBy: "store", at: place) { law in
      let trial = CacheStoreTrial(store: try makeStore())
      do {
        try law.check(trial)
      } catch let error as CacheStoreError {
        // A law catches the errors that it expects of a store.
        throw ContractBreach("a call threw \(spelling(of: error))")
      }
    }
  }
}
