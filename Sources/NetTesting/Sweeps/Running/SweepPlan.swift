import Net

/// What a sweep changes in one run.
protocol SweepPlan: Sendable {
  /// The change to the response of a request; nil if the stubs answer it.
  ///
  /// - `number`: The position of the request among all requests of the run, from 1.
  func change(to number: Int, _ request: RecordedRequest) -> SweepChange?

  /// Whether the body is cancelled after this event of this request.
  func cancels(after event: SweepEvent, of number: Int) -> Bool
}

extension SweepPlan {
  func change(to number: Int, _ request: RecordedRequest) -> SweepChange? { nil }

  func cancels(after event: SweepEvent, of number: Int) -> Bool { false }
}

/// A run in which nothing is changed.
struct CleanPlan: SweepPlan {}

/// A change to the response of one request.
struct SweepChange: Sendable {
  /// Whether the request uses up its stub; if not, the next request receives the response of the stub.
  var usesStub = false
  /// Whether the server of the stub has received the request.
  var reachesServer = true
  /// Returns the response to the request, given that of its stub; nil if no stub answers it.
  var apply: @Sendable (StubResponse?, RecordedRequest) -> StubResponse?
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
}
