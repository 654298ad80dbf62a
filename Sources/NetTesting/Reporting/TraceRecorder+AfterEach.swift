import Foundation
public import Net

#if TestFrameworks && canImport(XCTest)
  import XCTest
#endif

extension TraceRecorder {
  /// Creates a recorder whose requests are shown if the test fails.
  ///
  /// ```swift
  /// configuration.monitors = [TraceRecorder(afterEach: .test)]  // self in an XCTestCase
  /// ```
  ///
  /// With the trait `.netTesting`, the first failure of a test contains a waterfall of its requests and the path of an
  /// HTML page with all details, which is also attached to the test. In an `XCTestCase` both are written to the
  /// standard error when the test has failed. The page is written only then, to the folder that the environment
  /// variable `NETTESTING_TRACES` names, or to `NetTesting` in the temporary folder.
  public convenience init(
    limits: Limits = Limits(), bodyLimit: Int = 0, afterEach test: some TestLifetime,
    file: StaticString = #filePath, line: UInt = #line
  ) {
    self.init(limits: limits, bodyLimit: bodyLimit)
    if let scope = test.scope, scope.showsTraces {
      scope.traces.add(self)
      return
    }
    #if TestFrameworks && canImport(XCTest)
      guard let test = test as? XCTestCase else { return }
      let traces = TestTraces()
      traces.add(self)
      // Only the teardown of this test reads it, on the thread of the test.
      nonisolated(unsafe) weak let weakTest = test
      let name = test.name
      test.atEnd(file: file, line: line) {
        guard let run = unsafe weakTest?.testRun, !run.hasSucceeded, let story = traces.story() else {
          return
        }
        StandardStreams.writeError("\(name) failed:\n\(story)\n")
        guard let page = traces.write(title: name) else { return }
        #if canImport(Darwin)
          let attachment = XCTAttachment(data: page.page, uniformTypeIdentifier: "public.html")
          attachment.name = page.name
          unsafe weakTest?.add(attachment)
        #else
          _ = page
        #endif
      }
    #endif
  }
}
