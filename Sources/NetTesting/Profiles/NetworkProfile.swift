import Net

/// A kind of network: its round trip, its bandwidth, its connections and its losses.
///
/// ```swift
/// let scheduler = TestScheduler()
/// let transport = MockTransport(timer: scheduler)
/// let slow = ProfiledTransport(transport, profile: .slow4G, timer: scheduler)
/// let network = NetworkSession(transport: slow, timer: scheduler)
/// ```
///
/// A ``ProfiledTransport`` applies it to any transport, and a ``NetworkingMock`` has a parameter for it. The times are
/// a model, in virtual time if the timer is virtual. The same requests always take the same time.
///
/// **Handshakes.** A host name is resolved once, in one round trip; an IP address needs no lookup. A connection takes
/// one round trip for TCP (RFC 9293 section 3.5), and for `https` one for TLS 1.3 (RFC 8446 section 2). With HTTP/3
/// both are one round trip (RFC 9000 section 7). A connection is reused until a request on it fails or is cancelled, or
/// a response says `Connection: close`.
///
/// **Connections.** With HTTP/1.1, an origin has at most ``connections``, each of which carries one exchange at a time;
/// a further request waits for the first one that becomes free. With HTTP/2 and HTTP/3, an origin has one connection
/// with any number of exchanges. `http` URLs use HTTP/1.1.
///
/// **Bandwidth.** All transfers in one direction share its bandwidth equally: two equal downloads at once take twice as
/// long each. Only the bytes of bodies count. A response begins to arrive one round trip after the last byte of its
/// request was sent, in addition to the time that the other side takes.
///
/// **Loss.** A lost packet of a body, one of 1,460 bytes (RFC 9293 section 3.7.1), stops its connection for one round
/// trip until it is sent again (RFC 5681 section 3.2); with HTTP/3 it stops only its exchange. If the packet of a
/// handshake or the head of a message is lost, it is sent again after one second, then after two more, and so on (RFC
/// 6298 sections 2 and 5). Losses follow from ``seed``.
///
/// **What it does not model:** slow start and congestion control, queues of routers, jitter, resumed TLS sessions, the
/// limits of HTTP/2 flow control, and WebSockets. Real transfers over new connections are slower.
public struct NetworkProfile: Sendable, Hashable {
  /// The version of HTTP on `https` URLs.
  public enum HTTPVersion: Sendable, Hashable {
    /// HTTP/1.1: one exchange at a time on each connection.
    case http1
    /// HTTP/2: one connection for all exchanges with an origin, which a lost packet stops.
    case http2
    /// HTTP/3: one connection for all exchanges with an origin, of which a lost packet stops one.
    case http3
  }

  /// The time that a packet and its acknowledgement take.
  public var roundTrip: Duration
  /// The bandwidth of responses.
  public var down: BitRate
  /// The bandwidth of requests.
  public var up: BitRate
  /// The maximum number of connections to an origin with HTTP/1.1.
  public var connections: Int
  /// The probability that a packet is lost, from 0 to less than 1.
  public var loss: Double
  /// The version of HTTP on `https` URLs; HTTP/1.1 by default.
  public var httpVersion: HTTPVersion = .http1
  /// The seed that determines which packets are lost.
  public var seed: UInt64 = 1

  /// Returns a profile with these figures.
  ///
  /// ```swift
  /// let train = NetworkProfile.custom(
  ///   roundTrip: .milliseconds(300), down: .megabits(1.6), up: .kilobits(768), loss: 0.03)
  /// ```
  ///
  /// A profile that cannot exist, such as one without bandwidth, fails the test and each request that uses it. What
  /// would take longer than 285 years, at a tiny bandwidth, never arrives: only a timeout or a cancellation ends the
  /// request.
  ///
  /// - Parameters:
  ///   - roundTrip: The time that a packet and its response take; zero or more.
  ///   - down: The bandwidth of responses; more than zero.
  ///   - up: The bandwidth of requests; more than zero.
  ///   - connections: The maximum number of connections to an origin with HTTP/1.1; at least 1. Browsers open 6;
  ///     a URL session opens 6 on macOS and 4 on iOS.
  ///   - loss: The probability that a packet is lost, from 0 to less than 1.
  /// - Returns: A profile.
  public static func custom(
    roundTrip: Duration, down: BitRate, up: BitRate, connections: Int = 6, loss: Double = 0
  ) -> NetworkProfile {
    NetworkProfile(roundTrip: roundTrip, down: down, up: up, connections: connections, loss: loss)
  }

  /// Slow 4G: 150 ms, 1.6 Mbit/s down and 750 kbit/s up, as in Lighthouse's preset for mobile devices.
  ///
  /// Lighthouse describes it as the slowest quarter of 4G connections and the fastest quarter of 3G connections
  /// (<https://github.com/GoogleChrome/lighthouse/blob/main/docs/throttling.md>).
  public static let slow4G = custom(roundTrip: .milliseconds(150), down: .megabits(1.6), up: .kilobits(750))

  /// 3G: 300 ms and 700 kbit/s in both directions, as Lighthouse's preset for regular 3G.
  ///
  /// The preset is in <https://github.com/GoogleChrome/lighthouse/blob/main/core/config/constants.js>.
  public static let threeG = custom(roundTrip: .milliseconds(300), down: .kilobits(700), up: .kilobits(700))

  /// A geostationary satellite: 600 ms, 10 Mbit/s down and 2 Mbit/s up.
  ///
  /// The way to the satellite and back twice alone takes up to 558 ms (RFC 2488 section 2); the bandwidth is a choice
  /// of this package.
  public static let satellite = custom(roundTrip: .milliseconds(600), down: .megabits(10), up: .megabits(2))

  /// ``slow4G`` that loses 2 % of the packets, which is a choice of this package.
  public static let lossy = custom(
    roundTrip: .milliseconds(150), down: .megabits(1.6), up: .kilobits(750), loss: 0.02)

  /// Returns a copy that uses this version of HTTP on `https` URLs.
  public func httpVersion(_ version: HTTPVersion) -> NetworkProfile {
    var changed = self
    changed.httpVersion = version
    return changed
  }

  /// Returns a copy with another seed, which decides which packets are lost.
  public func seed(_ seed: UInt64) -> NetworkProfile {
    var changed = self
    changed.seed = seed
    return changed
  }

  /// Why the profile cannot exist; nil if it can.
  var misuse: StubMisuse? {
    let reasons = [
      roundTrip < .zero ? "a round trip of \(roundTrip), which must be zero or more" : nil,
      down.bytesPerSecond > 0 ? nil : "a download bandwidth of \(down), which must be more than zero",
      up.bytesPerSecond > 0 ? nil : "an upload bandwidth of \(up), which must be more than zero",
      connections < 1 ? "\(connections.counted("connection")) to an origin, which must be at least 1" : nil,
      loss >= 0 && loss < 1 ? nil : "a loss of \(loss), which must be at least 0 and less than 1",
    ].compactMap(\.self)
    return reasons.isEmpty
      ? nil : StubMisuse("The network profile has \(reasons.joined(separator: "; ")).")
  }
}
