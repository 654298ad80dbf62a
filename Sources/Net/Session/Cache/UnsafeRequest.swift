import Foundation

/// A request that may change what the server responds to others, such as a `POST` (RFC 9110 section 9.2.1).
///
/// When its response arrives, or it fails, a request that begins later must not join an exchange of the same origin
/// that began before: it would receive the state before the change.
///
/// An object, so that the receiver of a request that has none needs no allocation for it.
final class UnsafeRequest: Sendable {
  private let url: URL
  private let shares: SharedExchanges

  init(_ url: URL, _ shares: SharedExchanges) {
    self.url = url
    self.shares = shares
  }

  /// Handles an event before the client is notified of it.
  func receive(_ event: TransportEvent) {
    switch event {
    case .head, .finished, .failed: end()
    case .sent, .interim, .redirect, .body, .trailers: break
    }
  }

  /// Called when the server may have handled the request.
  func end() { shares.close(originOf: url) }

  /// Returns the task, which ends the request if it is cancelled, because the last event may come later.
  func following(_ task: any TransportTask) -> any TransportTask { FollowedTask(task: task, request: self) }

  private struct FollowedTask: TransportTask {
    let task: any TransportTask
    let request: UnsafeRequest

    func resume() { task.resume() }
    func pause() { task.pause() }
    func proceed() { task.proceed() }

    func cancel() {
      request.end()
      task.cancel()
    }
  }
}
