/// A transport that has the responses itself, such as a mock.
package protocol LocalTransport: Transport {
  /// Whether it may respond during the call that starts a request, on the thread of the caller.
  ///
  /// A session then delivers stored responses in the same way. No thread of a transport waits meanwhile.
  var respondsInline: Bool { get }

  /// Uses the clock of a session, unless it has its own or that of another one.
  func follow(_ clock: any NetworkTimer)
}

extension Transport {
  /// The transport that has the responses: this one, or the one that it wraps; nil if they come from a network.
  package var local: (any LocalTransport)? {
    self as? any LocalTransport ?? (self as? any TransportWrapper)?.base.local
  }
}
