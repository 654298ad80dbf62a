import Net
import TestSupport
import Testing

@testable import NetTesting

/// Proves that each law of networks can fail, and for the expected reason.
@Suite struct NetworkingBreachTests {
  /// The fault, the law that it breaks, and what is found.
  private static let breaches: [(BrokenNetwork.Fault, String, String)] = [
    (
      .startsAtOnce, "nothing is sent before the first response call",
      "expected the state ready, got finished"
    ),
    (
      .staysRunning, "the first response call starts a request, and its response ends it",
      "expected the state finished, got running"
    ),
    (
      .ignoresResume, "resume starts a request, and later response calls receive the response",
      "only 0 of 1 request arrived"
    ),
    (
      .sendsForEachCall, "further response calls share one exchange, during and after it",
      "expected number of requests 1, got 2"
    ),
    (
      .callsTwice, "every completion handler is called once",
      "expected numbers of calls [1, 1, 1, 1, 1], got [2, 2, 2, 2, 2]"
    ),
    (
      .callsAgainLater, "every completion handler is called once",
      "expected numbers of calls [1, 1, 1, 1, 1], got [2, 2, 2, 2, 2]"
    ),
    (
      .keepsHandlers, "a completed request and the captures of its handlers are released",
      "what the completion handler held is still in memory"
    ),
    (
      .keepsRequests, "a completed request and the captures of its handlers are released",
      "the completed request is still in memory"
    ),
    (
      .swapsAnswers, "a hundred concurrent requests each receive their own response",
      "expected the value \"answer 1\", got \"answer 2\""
    ),
    (
      .joinsPaths, "a relative URL is resolved against the base URL, an absolute one is unchanged",
      "got [\"/api/users/1\", \"/users/1\"]"
    ),
    (
      .losesQueries, "parameters go to the query of a GET and to the body of a POST",
      "expected the query \"q=a%26b&n=2\", got nil"
    ),
    (
      .sendsBothHeaders, "the session's headers are sent, and those of the request take precedence",
      "expected X-Both [\"request\"], got [\"request\", \"session\"]"
    ),
    (
      .repairsHeaders, "an invalid request fails with an error and is not sent",
      "a line break in a header ended with validation"
    ),
    (
      .losesErrorBodies, "a status outside 2xx is a failure that keeps head and body",
      "expected the body 27 bytes: \"{"
    ),
    (
      .acceptsAllStatuses, "a status outside 2xx is a failure that keeps head and body",
      "expected the reason validation"
    ),
    (
      .acceptsAllTypes, "an unacceptable content type is a failure unless the body is empty",
      "expected the reason validation"
    ),
    (
      .alwaysValidates, "every response to an unvalidated request is a success",
      "expected the value \"gone\", got nil"
    ),
    (
      .losesRules, "a custom rule receives head and body, and its error is kept",
      "expected the reason validation(custom), got nil"
    ),
    (
      .losesErrors, "a custom rule receives head and body, and its error is kept",
      "the underlying error is not the rule's"
    ),
    (
      .losesErrorBodies, "a body that cannot be decoded is a failure that keeps the body",
      "expected the body 1 byte: "
    ),
    (
      .losesErrors, "a body that cannot be decoded is a failure that keeps the body",
      "the decoder's error is lost"
    ),
    (
      .inventsBodies, "an empty body decodes to Void, and fails if a value is required",
      "an array was decoded from an empty body"
    ),
    (
      .hidesFailures, "a connection failure is a transport failure that keeps its error",
      "the reason is validation"
    ),
    (
      .losesErrors, "a connection failure is a transport failure that keeps its error",
      "the transport's error is lost"
    ),
    (
      .joinsFields, "repeated fields of a response are kept",
      "got [\"one=1, two=2\"]"
    ),
    (
      .ignoresQueues, "a completion handler runs on the queue it names",
      "expected the queue [\"named\"], got [\"another\"]"
    ),
    (
      .ignoresQueues, "a completion handler without a queue runs on the callback queue",
      "expected the queue [\"callback\"], got [\"another\"]"
    ),
    (
      .losesHeads, "the head comes before the body, progress reaches the total, and completion is last",
      "expected the first \"head 200\", got \"progress"
    ),
    (
      .reportsLate, "the head comes before the body, progress reaches the total, and completion is last",
      "expected the last \"end\", got \"progress 100000\""
    ),
    (
      .cancelsAfterEnd, "a completion handler may start the next request, and cancel its own",
      "expected the state of the first finished, got cancelled"
    ),
    (
      .acceptsAllStatuses, "awaiting a request returns its value or throws its error",
      "a 404 was a success"
    ),
    (
      .neverCalls, "awaiting a request returns its value or throws its error",
      "the call has not returned"
    ),
    (
      .ignoresCancellation, "cancelling the awaiting task cancels the request and throws CancellationError",
      "the call has not returned"
    ),
    (
      .ignoresCancellation, "a request cancelled before it starts is never sent and fails as cancelled",
      "expected the reason cancelled, got nil"
    ),
    (
      .ignoresCancellation, "a request cancelled while it runs fails as cancelled, immediately and once",
      "no completion handler was called"
    ),
    (
      .callsTwice, "a request cancelled while it runs fails as cancelled, immediately and once",
      "expected number of calls 1, got 2"
    ),
    (
      .cancelsAfterEnd, "cancelling a completed request changes nothing",
      "expected the state finished, got cancelled"
    ),
    (
      .callsAgainLater, "a request cancelled on another thread at any time ends once",
      "a handler was called twice"
    ),
    (
      .followsNoRedirect, "redirects are followed, with method and body where RFC 9110 keeps them",
      "expected the value after a 301 \"target\", got nil"
    ),
    (
      .followsFewRedirects, "a redirect loop ends at the limit",
      "more than 20 times), got redirect(it was redirected more than 5 times)"
    ),
    (
      .halvesTimeouts, "a request that takes too long fails as timed out",
      "a request with a limit of 5 s ended before it"
    ),
    (
      .deliversTheRest, "no chunk, line, value or event follows the total timeout",
      "expected what follows the first line of a handler [\"the timeout\"], got [\"2\", \"3\", \"the timeout\"]"
    ),
    (
      .losesInterceptors, "interceptors adapt requests and decide about retries",
      "expected the value \"hello\", got nil"
    ),
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

  @Test func everyLawIsBrokenByANetwork() {
    let broken = Self.breaches.map(\.1) + ContractBreachTests.lawsOfNetworks
    expectEqual(Set(NetworkingContract.laws.map(\.description)), Set(broken))
  }
}
