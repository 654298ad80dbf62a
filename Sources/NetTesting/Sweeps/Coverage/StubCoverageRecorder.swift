public import Foundation
import Net

/// Collects the coverage of stubs over a run of tests, and writes it as text and as a page.
///
/// ```swift
/// let coverage = StubCoverageRecorder(folder: URL(filePath: "/tmp/coverage"))  // one for all tests
///
/// coverage.watch(transport, afterEach: self)  // .test in Swift Testing
/// ```
///
/// After each watched test, `coverage.txt` and `coverage.html` in the folder contain the coverage of all tests that
/// have ended. A response counts as used if any test used it. May be used from any thread, by tests that run in
/// parallel.
public final class StubCoverageRecorder: Sendable {
  private struct State: Sendable {
    var coverage = StubCoverage()
    var isWriting = false
    var isChanged = false
  }

  private let state = Lock(State())
  private let folder: URL?

  /// Creates a recorder.
  ///
  /// - Parameter folder: Where the reports are written; nil to write none. The folder is created.
  public init(folder: URL? = nil) { self.folder = folder }

  /// The coverage of all tests that have ended.
  public var coverage: StubCoverage { state.withLock { $0.coverage } }

  /// Adds the coverage of the mock at the end of the test.
  ///
  /// If the reports cannot be written, the reason is written to the standard error.
  ///
  /// - Parameters:
  ///   - mock: The mock.
  ///   - test: The test that uses it.
  ///   - file: The file where failures are reported; the caller's.
  ///   - line: The line where failures are reported; the caller's.
  public func watch(
    _ mock: some Stubbing, afterEach test: some TestLifetime, file: StaticString = #filePath,
    line: UInt = #line
  ) {
    test.atEnd(file: file, line: line) { [self] in
      add(mock.coverage)
      do { try writeIfNeeded() } catch {
        let message = "NetTesting: the coverage cannot be written: \(error)\n"
        StandardStreams.writeError(message)
      }
    }
  }

  /// Adds a coverage, of a mock outside tests or of another process.
  public func add(_ coverage: StubCoverage) {
    state.withLock { state in
      state.coverage = StubCoverage(merging: [state.coverage, coverage])
      state.isChanged = true
    }
  }

  /// Writes `coverage.txt` and `coverage.html` to the folder, which is created.
  public func write(to folder: URL) throws { try Self.write(coverage, to: folder) }

  /// Writes the reports; if another test is writing them, it will write those of this one, too.
  private func writeIfNeeded() throws {
    guard let folder else { return }
    while let coverage = takeChange() {
      defer { state.withLock { $0.isWriting = false } }
      try Self.write(coverage, to: folder)
    }
  }

  private func takeChange() -> StubCoverage? {
    state.withLock { state in
      guard state.isChanged, !state.isWriting else { return nil }
      state.isChanged = false
      state.isWriting = true
      return state.coverage
    }
  }

  private static func write(_ coverage: StubCoverage, to folder: URL) throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Data("\(coverage)\n".utf8).replaceFile(at: folder.appending(path: "coverage.txt"))
    try coverage.html().replaceFile(at: folder.appending(path: "coverage.html"))
  }
}
