import Foundation
import Net

extension NetworkingContract {
  /// The laws on bodies that are not kept in memory, for implementations that support `RequestDescription.destination`.
  static let transferLaws: [Law] = [
    Law(
      "a streamed body arrives complete and in order, between its head and its completion",
      features: .transfers
    ) {
      trial in
      let body = Data((0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) })
      trial.script.answer("/log", with: .data(body))
      let log = try trial.network().get("log").streaming()
      try await log.wait()
      try ContractBreach.unlessEqual(log.order, ["head 200", "body", "complete"], "events")
      try ContractBreach.unless(
        log.body == body, "the body arrived as \(log.body.count.counted("different byte"))")
    },

    Law("the body of a rejected response is not streamed but kept in the error", features: .transfers) {
      trial in
      trial.script.answer("/log", with: .text("no such log").status(404))
      let log = try trial.network().get("log").streaming()
      let error = try await log.wait().error
      try ContractBreach.unlessEqual(error?.reason, .validation(.statusCode(404)), "the reason")
      try ContractBreach.unlessEqual(error?.data, Data("no such log".utf8), "the data of the error")
      try ContractBreach.unlessEqual(log.order, ["complete"], "events")
    },

    Law("a downloaded file is complete at its destination", features: .transfers) { trial in
      let place = Self.newPlace()
      defer { try? FileManager.default.removeItem(at: place) }
      trial.script.answer("/film", with: .text("hello"))
      let log = try trial.network().get("film").downloading(to: place)
      try ContractBreach.unlessEqual(try await log.wait().value, place, "the place")
      try ContractBreach.unlessEqual(try? Data(contentsOf: place), Data("hello".utf8), "the file")
    },

    Law("a download that fails or is cancelled leaves no file", features: .transfers) { trial in
      let place = Self.newPlace()
      defer { try? FileManager.default.removeItem(at: place) }
      trial.script.answer("/broken", with: .text("hello").fault(.reset(after: .bodyBytes(2))))
      let network = try trial.network()
      let reason = try await network.get("broken").downloading(to: place).wait().error?.reason
      try ContractBreach.unlessEqual(reason, .transport(.body), "the reason")
      trial.script.answer("/slow", with: .text("hello").delay(.seconds(3600)))
      let request = network.get("slow")
      let log = request.downloading(to: place)
      try await trial.script.waitUntilRequested(2)
      request.cancel()
      try ContractBreach.unlessEqual(try await log.wait().error?.reason, .cancelled, "the reason")
      try ContractBreach.unless(!FileManager.default.fileExists(atPath: place.path), "there is a file")
    },

    Law("the progress of an upload rises to its total", features: .transfers) { trial in
      trial.script.answer("/films", with: .status(201))
      let steps = Lock<[TransferProgress]>([])
      let body = Data(count: 200_000)
      let request = try trial.network().post("films", httpBody: body, contentType: "video/mp4")
      _ = request.uploadProgress(delivery: .inline) { step in steps.withLock { $0.append(step) } }
      try await request.logging(.void).wait()
      let told = steps.withLock { $0 }
      try ContractBreach.unlessEqual(told.last?.completed, 200_000, "the last progress")
      try ContractBreach.unless(
        told.allSatisfy { $0.total == 200_000 }, "the total is not that of the body: \(told)")
      let rises = zip(told, told.dropFirst()).allSatisfy { $0.completed < $1.completed }
      try ContractBreach.unless(rises, "the progress falls: \(told)")
    },

    Law("no chunk, line, value or event follows the total timeout", features: [.transfers, .timeouts]) {
      trial in
      trial.script.answer(
        "/chunks", with: .stream([StubChunk("1\n"), StubChunk("2\n"), StubChunk("3\n")]))
      trial.script.answer("/lines", with: .text("1\n2\n3\n"))
      trial.script.answer(
        "/events",
        with: .text("data: 1\n\ndata: 2\n\ndata: 3\n\n").header("Content-Type", "text/event-stream"))
      let network = try trial.network {
        $0.callbackQueue = nil
        $0.timeouts.total = .seconds(5)
      }
      for (element, receive) in TimedOutLog.ways {
        let log = TimedOutLog(trial.script.clock)
        receive(network, log)
        try await log.notes.wait { $0.contains(TimedOutLog.timeout) }
        try ContractBreach.unlessEqual(
          Array(log.notes.notes.dropFirst()), [TimedOutLog.timeout], "what follows the first \(element)")
      }
    },
  ]

  private static func newPlace() -> URL {
    FileManager.default.temporaryDirectory.appending(path: "contract-\(UUID.random().uuidString)")
  }
}

/// Records the elements of one body, during the first of which the total timeout passes, and the end of its request.
private final class TimedOutLog: Sendable {
  static let timeout = "the timeout"

  /// Every way to receive the elements of a body.
  static let ways: [(String, @Sendable (any Networking, TimedOutLog) -> Void)] = [
    (
      "chunk of a handler",
      { network, log in
        network.get("chunks").responseStream(delivery: .inline) { event in
          if case .chunk(let chunk) = event { log.take(String(decoding: chunk, as: UTF8.self)) }
          if case .complete(let response) = event { log.end(response.error) }
        }
      }
    ),
    ("line of a handler", { network, log in network.get("lines").responseLines { log.take($0) } }),
    (
      "value of a handler",
      { network, log in network.get("lines").responseJSONLines(of: Int.self) { log.take($0) } }
    ),
    (
      "event of a source",
      { network, log in
        let source = EventSource(RequestDescription("events"), network: network)
        source.open(delivery: .inline) { update in
          switch update {
          case .opened: break
          case .event(let event): log.take(event.data)
          case .reconnecting(_, let error):
            source.close()
            log.end(error)
          case .ended(let result):
            if case .failure(let error) = result { log.end(error) } else { log.end(nil) }
          }
        }
      }
    ),
    ("chunk of a loop", { network, log in log.takeAll(of: network.get("chunks").chunks()) }),
    ("line of a loop", { network, log in log.takeAll(of: network.get("lines").lines()) }),
    ("value of a loop", { network, log in log.takeAll(of: network.get("lines").jsonLines(of: Int.self)) }),
    ("event of a loop", { network, log in log.takeAll(of: network.get("events").events()) }),
  ]

  let notes = ContractNotes()
  private let clock: ContractClock

  init(_ clock: ContractClock) { self.clock = clock }

  func take(_ element: Any) {
    notes.add("\(element)")
    if notes.notes.count == 1 { clock.advance(by: .seconds(6)) }
  }

  func end(_ error: NetworkError?) {
    notes.add(error?.reason == .timeout(.total) ? Self.timeout : "\(error?.reason, default: "the end")")
  }

  func take<Element>(_ event: ParsedStreamEvent<Element>) {
    switch event {
    case .head: break
    case .element(let element): take(element as Any)
    case .complete(let response): end(response.error)
    }
  }

  func takeAll<Elements: AsyncSequence & Sendable>(of elements: Elements) {
    Task {
      do {
        for try await element in elements { take(element as Any) }
        end(nil)
      } catch {
        end(error as? NetworkError)
      }
    }
  }
}

/// The events that the handler of one streamed response received.
private final class StreamLog: Sendable {
  private struct State: Sendable {
    var order: [String] = []
    var body = Data()
  }

  private let state = Lock(State())
  private let ends = CompletionLog<Void>()

  /// The events as short text; consecutive chunks are joined.
  var order: [String] { state.withLock { $0.order } }
  var body: Data { state.withLock { $0.body } }

  @discardableResult
  func wait() async throws -> DataResponse<Void> { try await ends.wait() }

  func add(_ event: ResponseStreamEvent) {
    state.withLock { state in
      switch event {
      case .head(let head): state.order.append("head \(head.status)")
      case .chunk(let chunk):
        state.body.append(chunk)
        if state.order.last != "body" { state.order.append("body") }
      case .complete: state.order.append("complete")
      }
    }
    if case .complete(let response) = event { ends.add(response) }
  }
}

extension NetworkRequesting {
  fileprivate func streaming() -> StreamLog {
    let log = StreamLog()
    responseStream(delivery: .inline) { log.add($0) }
    return log
  }

  fileprivate func downloading(to place: URL) -> CompletionLog<URL> {
    let log = CompletionLog<URL>()
    download(to: .file(place), delivery: .inline) { log.add($0) }
    return log
  }
}
