/// The identity of a stream request, so that a trace can count its subscriptions.
///
/// Copies of a stream request with other options share it; those with another URL, method, parameters or body do not.
package final class RequestOrigin: Sendable {
  package init() {}
}

/// The line of source that created a request, for traces.
package struct RequestLocation: Sendable {
  /// The module and the file: `Module/File.swift`.
  package let fileID: StaticString
  /// The line, counted from 1.
  package let line: UInt

  package init(fileID: StaticString, line: UInt) {
    self.fileID = fileID
    self.line = line
  }
}
