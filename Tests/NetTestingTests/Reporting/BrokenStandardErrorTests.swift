#if os(Linux)
  import Glibc
  import Testing

  @testable import NetTesting

  /// A failure that no test framework receives is written to standard error, which may be broken.
  @Suite struct BrokenStandardErrorTests {
    private static func report() {
      let failure = TestFailure(message: "no stub", place: SourcePlace(file: #filePath, line: #line))
      TestRunner.none.record(failure)
    }

    @Test("A failure without a framework does not stop a process whose standard error is closed")
    func standardErrorMayBeClosed() async {
      await #expect(processExitsWith: .exitCode(7)) {
        close(2)
        Self.report()
        exit(7)
      }
    }

    @Test("A failure without a framework does not stop a process whose standard error is on a full disk")
    func standardErrorMayBeOnAFullDisk() async {
      await #expect(processExitsWith: .exitCode(7)) {
        // The path is copied by the call.
        dup2(unsafe open("/dev/full", O_WRONLY), 2)
        Self.report()
        exit(7)
      }
    }
  }
#endif
