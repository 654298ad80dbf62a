import Net
import NetTesting
import Testing

/// Proves that each check of the laws of networks can fail, and for the expected reason.
@Suite struct NetworkingCheckTests {
  private static let breaches: [(BrokenNetwork.Fault, String, String)] = [
    // Life.
    (.sendsUnasked, "nothing is sent before the first response call", "expected requests to"),
    (
      .losesResponses, "the first response call starts a request, and its response ends it",
      "expected the head 200, got nil"
    ),
    (
      .changesBodies, "resume starts a request, and later response calls receive the response",
      #"expected the value "hello", got "other""#
    ),
    (
      .sendsTwice, "resume starts a request, and later response calls receive the response",
      "expected number of requests 1, got 2"
    ),
    (.forgetsLateCalls, "further response calls share one exchange, during and after it", "the late text"),
    (
      .repeatsHandlers, "every completion handler is called once", "expected numbers of calls [1, 1, 1, 1, 1]"
    ),
    (
      .hidesRunning, "the first response call starts a request, and its response ends it",
      "expected the state running, got ready"
    ),
    (
      .changesTexts, "the first response call starts a request, and its response ends it",
      #"expected the value "hello", got "other""#
    ),
    (.changesTexts, "further response calls share one exchange, during and after it", "expected the text"),
    (.changesData, "further response calls share one exchange, during and after it", "expected the data"),
    // Requests.
    (
      .repeatsQueries, "parameters go to the query of a GET and to the body of a POST",
      "expected the query of the POST nil"
    ),
    (
      .losesRequestBodies, "parameters go to the query of a GET and to the body of a POST",
      "expected the body"
    ),
    (
      .changesContentTypes, "parameters go to the query of a GET and to the body of a POST",
      "the content type text/plain"
    ),
    (
      .losesSessionHeaders, "the session's headers are sent, and those of the request take precedence",
      #"expected X-Session "1", got nil"#
    ),
    (
      .sendsUnasked, "an invalid request fails with an error and is not sent", "expected number of requests 0"
    ),
    // Outcomes.
    (
      .losesErrorHeads, "a status outside 2xx is a failure that keeps head and body",
      "expected the head 404, got nil"
    ),
    (
      .fillsEmptyBodies, "an unacceptable content type is a failure unless the body is empty",
      "expected the reason of the empty one nil"
    ),
    (
      .failsEmptyBodies, "an empty body decodes to Void, and fails if a value is required",
      "expected the reason nil"
    ),
    (
      .losesErrorRequests, "a connection failure is a transport failure that keeps its error",
      #"expected the request "/broken", got nil"#
    ),
    // Delivery.
    (
      .sendsTwice, "further response calls share one exchange, during and after it",
      "expected number of requests 1, got 2"
    ),
    (
      .staysRunning, "cancelling the awaiting task cancels the request and throws CancellationError",
      "expected the state cancelled, got running"
    ),
    (
      .changesBodies, "a completion handler may start the next request, and cancel its own",
      #"expected the value "second", got "other""#
    ),
    (
      .callsTwice, "the head comes before the body, progress reaches the total, and completion is last",
      #"expected the last but one "progress 100000", got "end""#
    ),
    (
      .losesResponses, "every response to an unvalidated request is a success",
      "expected the status 410, got nil"
    ),
    // Cancellation.
    (
      .staysRunning, "a request cancelled while it runs fails as cancelled, immediately and once",
      "expected the state cancelled, got running"
    ),
    (
      .hidesCancellation, "a request cancelled before it starts is never sent and fails as cancelled",
      "expected the reason cancelled"
    ),
    (
      .staysRunning, "a request cancelled before it starts is never sent and fails as cancelled",
      "expected the state cancelled, got running"
    ),
    (
      .sendsUnasked, "a request cancelled before it starts is never sent and fails as cancelled",
      "expected number of requests 0, got 1"
    ),
    (
      .hidesCancellation, "a request cancelled while it runs fails as cancelled, immediately and once",
      "expected the reason cancelled"
    ),
    (
      .forgetsLateCalls, "a request cancelled while it runs fails as cancelled, immediately and once",
      "expected the later reason cancelled"
    ),
    (
      .forgetsLateCalls, "cancelling a completed request changes nothing",
      #"expected the value "hello", got nil"#
    ),
    (
      .callsAtCancel, "a request cancelled on another thread at any time ends once",
      "a handler was called twice"
    ),
    (.changesBodies, "a request cancelled on another thread at any time ends once", "it ended "),
    // Policies.
    (
      .keepsMethods, "redirects are followed, with method and body where RFC 9110 keeps them",
      "expected the method after a 301 GET, got POST"
    ),
    (
      .losesRequestBodies, "redirects are followed, with method and body where RFC 9110 keeps them",
      "expected the body after a 307"
    ),
    (.sendsTwice, "a redirect loop ends at the limit", "expected number of requests 21, got 42"),
    (
      .losesAdaptations, "interceptors adapt requests and decide about retries",
      #"expected the value "hello", got nil"#
    ),
    (
      .sendsTwice, "interceptors adapt requests and decide about retries",
      "expected number of requests 2, got 4"
    ),
    (.neverCalls, "interceptors adapt requests and decide about retries", "nothing happened after "),
    // Transfers.
    (
      .streamsRejected, "the body of a rejected response is not streamed but kept in the error",
      #"expected events ["complete"], got ["head 404", "complete"]"#
    ),
    (
      .losesErrorBodies, "the body of a rejected response is not streamed but kept in the error",
      "expected the data of the error"
    ),
    (
      .hidesCancellation, "a download that fails or is cancelled leaves no file",
      "expected the reason cancelled"
    ),
    (.halvesTotals, "the progress of an upload rises to its total", "the total is not that of the body"),
    (.repeatsProgress, "the progress of an upload rises to its total", "the progress falls"),
  ]

  @Test(arguments: breaches)
  func aBrokenNetworkFailsItsLaw(_ fault: BrokenNetwork.Fault, _ law: String, _ found: String) async throws {
    let message = try await expectBreach(
      of: law, among: NetworkingContract.laws, by: "network", saying: found,
      within: fault.isSilent ? .seconds(2) : .seconds(30)
    ) { law in
      await NetworkingContract.check([law], scripted: { BrokenNetwork(fault, $0) })
    }
    #expect(message.contains(found), "\(message)")
  }
}
