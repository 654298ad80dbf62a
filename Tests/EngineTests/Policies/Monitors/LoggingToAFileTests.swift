import Foundation
import TestSupport
import Testing

@testable import Net

/// The lines of a monitor without a closure, which go to standard error.
@Suite struct LoggingToAFileTests {
  @Test func eachLineIsWrittenWithItsLevel() throws {
    let pipe = Pipe()
    let write = LoggingMonitor.writing(to: pipe.fileHandleForWriting)
    write(.info, "#1 → GET https://h.io/")
    write(.error, "#1 ✗ GET https://h.io/")
    try pipe.fileHandleForWriting.close()
    let text = String(decoding: try #require(try pipe.fileHandleForReading.readToEnd()), as: UTF8.self)
    expectEqual(text, "info: #1 → GET https://h.io/\nerror: #1 ✗ GET https://h.io/\n")
  }

  @Test func aLineThatCannotBeWrittenIsLost() throws {
    let pipe = Pipe()
    try pipe.fileHandleForWriting.close()
    LoggingMonitor.writing(to: pipe.fileHandleForWriting)(.info, "#1 → GET https://h.io/")
  }

  @Test func aMonitorWithoutAClosureLogsUpToInfo() {
    expectEqual(LoggingMonitor().level, .info)
  }
}
