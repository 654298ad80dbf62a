import Foundation
import Measuring
import Net
import NetTesting

/// The model of a `NetworkProfile` in virtual time, beside real connections to a server behind a line of the same
/// profile.
enum NetworkModels {
  /// Requests in waves: each wave starts when the one before it has ended.
  struct Shape: Sendable {
    let name: String
    let waves: [[Message]]
  }

  /// The body bytes of a request and its response.
  struct Message: Sendable {
    var up = 0
    var down = 0
  }

  private static let roundTrip = Duration.milliseconds(60)
  private static let bytesPerSecond = 500_000.0
  private static let connections = 6

  static let shapes = [
    Shape(name: "one-download", waves: [[Message(down: 150_000)]]),
    Shape(name: "six-at-once", waves: [Array(repeating: Message(down: 30_000), count: 6)]),
    Shape(name: "seven-at-once", waves: [Array(repeating: Message(down: 30_000), count: 7)]),
    Shape(name: "two-equal-downloads", waves: [Array(repeating: Message(down: 100_000), count: 2)]),
    Shape(name: "reused-connection", waves: Array(repeating: [Message(down: 40_000)], count: 3)),
    Shape(name: "upload", waves: [[Message(up: 150_000, down: 1)]]),
    Shape(name: "body-both-ways", waves: [[Message(up: 80_000, down: 80_000)]]),
  ]

  static let all = shapes.flatMap { shape in
    [
      TestWorkload("model-\(shape.name)", per: "run", count: 1, smokeCount: 1) { round in
        round.take(try model(shape))
      },
      TestWorkload("line-\(shape.name)", per: "run", count: 1, smokeCount: 1, stopwatch: .wall) { round in
        try await measure(shape, &round)
      },
    ]
  }

  /// The ratio of each model to its line.
  static let bars = shapes.map { shape in
    TestBar(name: "model-\(shape.name)", requirement: .timeBetween(0.9, 1.1, of: "line-\(shape.name)"))
  }

  /// Returns the virtual time of the model.
  private static func model(_ shape: Shape) throws -> Duration {
    let scheduler = TestScheduler()
    let rate = BitRate(bytesPerSecond: bytesPerSecond)
    let profile = NetworkProfile.custom(
      roundTrip: roundTrip, down: rate, up: rate, connections: connections)
    let network = NetworkingMock(timer: scheduler, profile: profile)
    respond(on: network)
    let received = Counter()
    let ended = Counter()
    let start = scheduler.now
    send(shape.waves[...], over: network, to: "http://127.0.0.1:8080", received) {
      ended.add(Int((scheduler.now - start) / .nanoseconds(1)))
    }
    scheduler.run()
    try WrongCount.check(received.count, size(of: shape))
    return .nanoseconds(ended.count)
  }

  private static func measure(_ shape: Shape, _ round: inout TestRound) async throws {
    let server = MockServer()
    respond(on: server)
    try server.start()
    defer { server.stop() }
    let line = try PacedLine(
      to: UInt16(server.baseURL.port ?? 0), roundTrip: roundTrip, bytesPerSecond: bytesPerSecond)
    defer { line.stop() }
    var configuration = SessionConfiguration()
    configuration.maximumConcurrentRequestsPerHost = connections
    let network = NetworkSession(configuration: configuration)
    let received = Counter()
    round.start()
    await withCheckedContinuation { continuation in
      send(shape.waves[...], over: network, to: "http://127.0.0.1:\(line.port)", received) {
        continuation.resume()
      }
    }
    round.stop()
    try WrongCount.check(received.count, size(of: shape))
    try WrongCount.check(server.requestCount, shape.waves.joined().count)
  }

  private static func respond(on mock: some Stubbing) {
    mock.stub(.everything) { request -> StubResponse in
      .data(Data(count: Int(request.query("size") ?? "") ?? 0))
    }
  }

  /// The number of body bytes.
  private static func size(of shape: Shape) -> Int { shape.waves.joined().reduce(0) { $0 + $1.up + $1.down } }

  /// Sends the waves one after another.
  private static func send(
    _ waves: ArraySlice<[Message]>, over network: any Networking, to base: String, _ received: Counter,
    completion: @escaping @Sendable () -> Void
  ) {
    guard let wave = waves.first else { return completion() }
    let open = Counter()
    let rest = waves.dropFirst()
    for message in wave {
      let url = "\(base)/file?size=\(message.down)"
      let request =
        message.up > 0
        ? network.post(url, httpBody: Data(count: message.up), contentType: "application/octet-stream")
        : network.get(url)
      request.validate().response(delivery: .inline, responseSerializer: .data) { response in
        if response.error == nil { received.add(message.up + (response.data?.count ?? 0)) }
        if open.add(1) == wave.count { send(rest, over: network, to: base, received, completion: completion) }
      }
    }
  }
}
