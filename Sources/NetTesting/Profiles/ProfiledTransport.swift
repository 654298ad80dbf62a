public import Net

/// A transport that delivers the events of another one as a network with a profile would.
///
/// ```swift
/// let slow = ProfiledTransport(transport, profile: .threeG, timer: scheduler)
/// let network = NetworkSession(transport: slow, timer: scheduler)
/// ```
///
/// It wraps any transport: a ``MockTransport``, a ``RecordingTransport``, or the transport of a real session to a
/// ``MockServer``, whose own time is added. Nothing waits: with a virtual timer, such as a test scheduler, time passes
/// when the test advances it. With `DispatchTimer` the delays are real.
///
/// The model is described in ``NetworkProfile``. All requests of the transport share the network, so use one for all
/// sessions of a device. Durations of handshakes are reported in `TransportTimings`, and so in traces. An error of the
/// other transport arrives like a response. WebSockets pass without a delay.
///
/// Over a ``MockTransport``, a request on its way to the stubs is open, too. At the end of the test it is a leak and is
/// cancelled. It fails the test if no stub would have responded to it.
///
/// Events are delivered on the thread of the timer, or of the call that causes them. A profile that cannot exist fails
/// the test at the line that created the transport, and each request with a ``StubMisuse``. May be used from any
/// thread.
public final class ProfiledTransport: TransportWrapper {
  /// The profile of the network.
  public let profile: NetworkProfile
  /// The transport that responds.
  public let base: any Transport
  /// The mock that responds; nil for another transport.
  let mock: (any StubbedTransport)?
  private let network: ProfiledNetwork
  private let misuse: StubMisuse?

  /// Creates a transport.
  ///
  /// - Parameters:
  ///   - base: The transport that responds.
  ///   - profile: The network between it and the client.
  ///   - timer: Measures the time that the network takes; use the one of the session.
  ///   - file: The file where failures are reported; the caller's.
  ///   - line: The line where failures are reported; the caller's.
  public convenience init(
    _ base: any Transport, profile: NetworkProfile, timer: any NetworkTimer, file: StaticString = #filePath,
    line: UInt = #line
  ) {
    self.init(base, profile: profile, timer: timer, at: SourcePlace(file: file, line: line))
  }

  /// Creates a transport that reports failures at this location.
  init(_ base: any Transport, profile: NetworkProfile, timer: any NetworkTimer, at place: SourcePlace) {
    self.base = base
    mock = base as? any StubbedTransport ?? (base as? ProfiledTransport)?.mock
    self.profile = profile
    network = ProfiledNetwork(profile, timer: timer)
    misuse = profile.misuse
    if let misuse { TestReporter.current.fail(misuse.description, at: place) }
  }

  /// Creates a task.
  ///
  /// The other transport receives the request half a round trip after its last byte was sent.
  public func task(for request: TransportRequest, receiver: any TransportReceiver) -> any TransportTask {
    ProfiledTask(
      request, receiver: receiver, over: base, of: mock, network: network, misuse: misuse)
  }
}
