/// The identity of a stream request, so that a trace can count its subscriptions.
///
/// Copies of a stream request with other options share it.
package final class RequestOrigin: Sendable {
  package init() {}
}
