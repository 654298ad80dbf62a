import Net
import NetTesting
import TestSupport
import Testing

/// Proves that each law of transports about sockets can fail, and for the expected reason.
@Suite struct SocketBreachTests {
  private static let breaches: [(ChangedTransport.Fault, String, String)] = [
    (.keepsConnections, "cancelling closes the connection", "the client has not closed its connection"),
    (
      .hidesFailures, "a task fails to connect if nothing listens",
      #"it ended ["finished"], where a failure was expected"#
    ),
    (
      .cancelsFailures, "a task fails to connect if nothing listens",
      #"it ended ["cancelled"], where a failure was expected"#
    ),
    (.failsLate, "a task fails to connect if nothing listens", "it failed in the phase body"),
    (
      .inventsHeads, "a task fails to connect if nothing listens",
      #"expected events before the failure [], got ["head 200"]"#
    ),
    (
      .hidesFailures, "a connection that breaks before the end of the head fails while waiting for it",
      #"it ended ["finished"] at "#
    ),
    (
      .failsLate, "a connection that breaks before the end of the head fails while waiting for it",
      " in the phase body"
    ),
    (
      .failsEarly, "a connection that breaks in the body fails there, after delivering what arrived",
      " in the phase nameLookup"
    ),
    (
      .losesBodies, "a connection that breaks in the body fails there, after delivering what arrived",
      "expected events before the failure at "
    ),
    (
      .cutsBodies, "a connection that breaks in the body fails there, after delivering what arrived",
      "expected the body before "
    ),
    (.failsAtEnd, "a connection that breaks after the end is not a failure", "expected events of "),
    (
      .failsAtCancellation, "a stalled response waits until it is cancelled, and then closes the connection",
      #"expected events ["head 200", "body", "cancelled"]"#
    ),
    (
      .keepsConnections, "a stalled response waits until it is cancelled, and then closes the connection",
      "the client has not closed its connection"
    ),
    (.losesBodies, "an interim response is not the head of the response", "expected events "),
    (
      .keepsInterimFields, "an interim response is not the head of the response",
      "expected a field of the interim response nil"
    ),
    (.cutsBodies, "a content coding is decoded, and its field kept", "expected the body"),
    (.losesCodings, "a content coding is decoded, and its field kept", "expected the field"),
  ]

  @Test(arguments: breaches)
  func aChangedTransportFailsItsLaw(_ fault: ChangedTransport.Fault, _ law: String, _ found: String)
    async throws
  {
    let limit = fault == .keepsConnections ? Duration.milliseconds(200) : .seconds(30)
    let message = try await expectBreach(
      of: law, among: TransportContract.laws, by: "transport", saying: found, within: limit
    ) { law in
      await TransportContract.check([law]) {
        ChangedTransport(base: PlatformTransport.standard(), fault: fault)
      }
    }
    #expect(message.contains(found), "\(message)")
  }

  @Test func eachLawThatIsAboutSocketsIsBrokenOnce() {
    let laws = TransportContract.laws.filter(\.isAboutSockets).map(\.description)
    expectEqual(Set(laws), Set(Self.breaches.map(\.1)))
  }
}
