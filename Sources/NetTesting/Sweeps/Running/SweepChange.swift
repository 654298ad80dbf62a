import Net

/// A change to the response of one request.
struct SweepChange: Sendable {
  /// Whether the request uses up its stub; if not, the next request receives the response of the stub.
  var usesStub = false
  /// Whether the server of the stub has received the request.
  var reachesServer = true
  /// Returns the response to the request, given that of its stub; nil if no stub answers it.
  var apply: @Sendable (StubResponse?) -> StubResponse?
}

/// A moment in the life of a request.
enum SweepEvent: Sendable, Hashable {
  /// The request was sent.
  case sent
  /// The head of the response was delivered.
  case head
  /// The chunk with this number was delivered, from 1.
  case chunk(Int)
  /// The response ended.
  case end
}

/// A request of a run, and what was delivered of its response.
struct SweepRequest: Sendable, Hashable {
  /// The request.
  var request: RecordedRequest
  /// Its position among all requests of the run, from 1.
  var number: Int
  /// When it was sent.
  var time: Duration
  /// Whether the server of its stub has received it.
  var reachedServer = true
  /// The status of the response; nil without a head.
  var status: Int?
  /// The number of bytes of each delivered chunk.
  var chunks: [Int] = []
  /// Whether the response ended without an error.
  var isFinished = false
  /// The line of the stub that answered it; nil if none did, or if a fault did.
  var stub: SourcePlace?
  /// The number of the response in a sweep of mutations; nil for the response of another stub.
  var response: Int?
}
