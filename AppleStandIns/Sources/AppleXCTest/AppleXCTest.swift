public import Foundation
public import XCTest

/// A file that the test report keeps.
public final class XCTAttachment {
  /// The name in the report.
  public var name: String?
  private let data: Data

  /// Creates an attachment of these bytes, whose type is a uniform type identifier.
  public init(data: Data, uniformTypeIdentifier: String) { self.data = data }
}

extension XCTestCase {
  /// Adds an attachment to the report, which on Linux has none.
  public func add(_ attachment: XCTAttachment) {}
}
