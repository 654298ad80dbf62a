import Foundation

/// Describes errors of Foundation's file operations.
enum FileProblem {
  /// The text of an error, and of the errors that caused it.
  ///
  /// Foundation's own text often names only a number: `The operation could not be completed. (Cocoa error 256.)`.
  static func text(of error: any Error) -> String {
    var texts: [String] = []
    var next: NSError? = error as NSError
    // A cycle of causes would have no end.
    while let cause = next, texts.count < 5 {
      let text = self.text(of: cause)
      if texts.last != text { texts.append(text) }
      // On Linux an error of Swift is not converted by a cast.
      next = (cause.userInfo[NSUnderlyingErrorKey] as? any Error).map { $0 as NSError }
    }
    return texts.joined(separator: ": ")
  }

  private static func text(of error: NSError) -> String {
    guard error.domain == NSPOSIXErrorDomain,
      let code = POSIXErrorCode(rawValue: Int32(truncatingIfNeeded: error.code))
    else { return error.localizedDescription }
    return "\(POSIXError(code).localizedDescription) (errno \(error.code))"
  }
}
