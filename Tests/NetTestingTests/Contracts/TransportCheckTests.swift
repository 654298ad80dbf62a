import Net
import NetTesting
import Testing

/// Proves that each check of the laws of transports can fail, and for the expected reason.
@Suite struct TransportCheckTests {
  private typealias Fault = ChangedTransport.Fault

  private static let whole = #"["head 200", "body", "finished"]"#

  private static let breaches: [(Fault, String, String)] = [
    // Order.
    (.tellsBeforeResume, "nothing is sent before resume", #"events before resume: ["sent"]"#),
    (.sendsTwice, "nothing is sent before resume", "expected requests to"),
    (
      .failsAtEnd, "head, body and end arrive in order, and the end once",
      #"expected events \#(whole), got ["head 200", "body", "failed(body)"]"#
    ),
    (.cutsBodies, "head, body and end arrive in order, and the end once", "expected the body 5 bytes: "),
    (.endsTwice, "resuming twice sends once", "events out of order"),
    (.losesBodies, "resuming twice sends once", "expected events \(whole)"),
    (.failsTwice, "a failing request does not affect others", "events out of order"),
    (.cutsBodies, "a failing request does not affect others", "expected the other body"),
    (.hidesFailures, "a failing request does not affect others", #"the failing request ended ["finished"]"#),
    (
      .swapsAnswers, "a hundred concurrent requests each receive their own response",
      #"expected the body 8 bytes: "answer 1""#
    ),
    (
      .sendsTwice, "a hundred concurrent requests each receive their own response",
      "expected number of requests 100, got 200"
    ),
    (.cutsBodies, "a receiver may send the next request while it handles an event", "the second body"),
    (.cutsBodies, "a running task outlives its transport", "expected the body 5 bytes"),
    // Content.
    (
      .changesMethods, "method, path, query and headers arrive unchanged",
      "expected the method PATCH, got PUT"
    ),
    (.losesHeaders, "method, path, query and headers arrive unchanged", #"expected X-One "1", got nil"#),
    (
      .losesRepeatedFields, "method, path, query and headers arrive unchanged",
      #"expected X-Twice "a,b", got "b""#
    ),
    (.losesContentTypes, "request bodies of every size arrive complete", "expected the content type"),
    (
      .changesStatuses, "request bodies of every size arrive complete",
      "expected the status of an upload of 0 bytes 204, got 299"
    ),
    (
      .tellsLessSent, "the count of sent bytes grows up to the size of the body",
      "the last count of sent bytes"
    ),
    (.reordersBodies, "response bodies of every size arrive complete", "arrived, or others"),
    (
      .failsAtEnd, "response bodies of every size arrive complete",
      "expected a failure at 0 bytes false, got true"
    ),
    (
      .failsAtEnd, "a body of unknown length arrives chunk by chunk, and complete",
      #"expected events \#(whole), got ["head 200", "body", "failed(body)"]"#
    ),
    (.cutsBodies, "an early error response to a request with a body is delivered", "expected the body"),
    // Responses.
    (.losesLocations, "redirects are not followed", "expected the location"),
    (.sendsTwice, "redirects are not followed", "expected number of requests 5, got 10"),
    (.dropsChallenges, "a 401 of any kind is a response, with its body", "expected events of Basic"),
    (
      .dropsUnchallenged, "a 401 of any kind is a response, with its body",
      "expected events of a 401 without a challenge"
    ),
    (.cutsBodies, "a 401 of any kind is a response, with its body", "expected the body"),
    (.sendsTwice, "a 401 of any kind is a response, with its body", "expected number of requests 5, got 10"),
    (.hidesFailures, "a failure is not tried again", #"the broken exchange ended ["finished"]"#),
    (.losesFields, "repeated fields are all kept, and Set-Cookie fields are separate", "expected X-Twice"),
    (.sendsTwice, "responses are not cached", "expected number of requests 2, got 4"),
    // Cancellation.
    (.failsAtCancellation, "a task cancelled before resume is never sent", #"expected events ["cancelled"]"#),
    (
      .failsAtCancellation, "a task cancelled before the head ends with CancellationError",
      #"expected events ["cancelled"]"#
    ),
    (
      .failsAtCancellation, "a task cancelled while it delivers the head delivers only the end",
      #"expected events ["head 200", "cancelled"]"#
    ),
    (
      .failsAtCancellation, "a task cancelled while it delivers a chunk delivers only the end",
      #"expected events ["head 200", "body", "cancelled"]"#
    ),
    (
      .failsAtCancellation, "a task cancelled while it is paused ends",
      #"expected events ["head 200", "cancelled"]"#
    ),
    (.sendsTwice, "a task cancelled before resume is never sent", "expected requests to"),
    (
      .tellsOneMore, "a task cancelled while it delivers a chunk delivers only the end",
      "expected number of chunks 1, got 2"
    ),
    (.losesBodies, "cancelling one task does not affect the others", "expected events \(whole)"),
    (.failsAtEnd, "cancelling a task during or after its end changes nothing", "expected events \(whole)"),
    (.endsAgainAtCancel, "a task cancelled on another thread at any time ends once", "events out of order"),
    // Pausing.
    (
      .losesBodies, "a task paused at the head delivers no body until it proceeds",
      #"expected events \#(whole), got ["head 200", "finished"]"#
    ),
    (.cutsBodies, "a task paused at the head delivers no body until it proceeds", "expected the body"),
    (
      .losesBodies,
      "a task paused at its last chunk, or at a head without a body, does not end until it proceeds",
      #"the last event before the end did not arrive, only ["head 200", "finished"]"#
    ),
    (
      .failsAtEnd,
      "a task paused at its last chunk, or at a head without a body, does not end until it proceeds",
      #"expected events \#(whole), got ["head 200", "body", "failed(body)"]"#
    ),
    (
      .endsLaterWhilePaused,
      "a task paused at its last chunk, or at a head without a body, does not end until it proceeds",
      #"expected events while it is paused ["head 200", "body"], got \#(whole)"#
    ),
    (.failsAtEnd, "proceeding without a pause does nothing", "expected events \(whole)"),
    (
      .losesPaused, "pausing and proceeding at every chunk loses nothing", "the body is not what was answered"
    ),
    (.endsTwice, "pausing and proceeding at every chunk loses nothing", "events out of order"),
    // Failures.
    (
      .cancelsFailures, "a failure of the connection is a failure of the task",
      "a CancellationError without a cancellation"
    ),
  ]

  @Test(arguments: breaches)
  func aChangedTransportFailsItsLaw(_ fault: ChangedTransport.Fault, _ law: String, _ found: String)
    async throws
  {
    let message = try await expectBreach(
      of: law, among: TransportContract.laws, by: "transport", saying: found
    ) { law in
      await TransportContract.check(
        [law],
        scripted: { script in
          let transport = MockTransport(timer: script.timer)
          transport.stub(.everything) { request in script.response(to: request) }
          return ChangedTransport(base: transport, fault: fault)
        })
    }
    #expect(message.contains(found), "\(message)")
  }
}
