import Foundation

/// An error that calls a closure whenever it is asked.
package struct CallingError: CustomNSError, LocalizedError, CustomStringConvertible {
  package let action: Locked<@Sendable () -> Void>
  package static let errorDomain = "Calling"

  package init(_ action: @escaping @Sendable () -> Void = {}) { self.action = Locked(action) }

  package var errorCode: Int {
    action.value()
    return 1
  }

  package var errorUserInfo: [String: Any] {
    action.value()
    return [:]
  }

  package var errorDescription: String? {
    action.value()
    return "it called"
  }

  package var description: String {
    action.value()
    return "it called"
  }
}
