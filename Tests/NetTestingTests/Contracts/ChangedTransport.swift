import Foundation
import Net

@testable import NetTesting

/// A transport that changes one thing of another transport: of what is sent, of the calls of a task, or of its events.
struct ChangedTransport: Transport {
  enum Fault: Sendable {
    // Faults of what is sent.
    case swapsAnswers, changesMethods, losesHeaders, losesRepeatedFields, losesContentTypes, sendsTwice
    // Faults of calls.
    case tellsBeforeResume, losesPaused, keepsConnections, endsAgainAtCancel, endsLaterWhilePaused
    // Faults of heads.
    case losesLocations, losesFields, losesCodings, keepsInterimFields, dropsChallenges, dropsUnchallenged,
      changesStatuses
    // Faults of bodies.
    case losesBodies, cutsBodies, reordersBodies, tellsLessSent
    // Faults of ends.
    case failsAtEnd, failsAtCancellation, tellsOneMore, endsTwice, failsTwice, hidesFailures, cancelsFailures,
      failsEarly,
      failsLate, inventsHeads
  }

  let base: any Transport
  let fault: Fault
  /// What happens when the next task is created.
  private let late = SharedLock<[@Sendable () -> Void]>([])

  init(base: any Transport, fault: Fault) {
    self.base = base
    self.fault = fault
  }

  func task(for request: TransportRequest, receiver: any TransportReceiver) -> any TransportTask {
    let actions = late.withLock { late in
      defer { late = [] }
      return late
    }
    for action in actions { action() }
    if fault == .tellsBeforeResume { receiver.receive(.sent(bytes: 0)) }
    let request = sent(request)
    if fault == .sendsTwice { base.task(for: request, receiver: TransportLog { _, _ in }).resume() }
    let receiver = ChangedReceiver(receiver, fault)
    return ChangedTask(
      base: base.task(for: request, receiver: receiver), receiver: receiver, fault: fault, late: late)
  }

  private func sent(_ request: TransportRequest) -> TransportRequest {
    var request = request
    switch fault {
    case .swapsAnswers where request.url.path == "/1":
      request.url = request.url.deletingLastPathComponent().appending(path: "2")
    case .changesMethods: request.method = .put
    case .losesHeaders: request.headers.remove(name: "X-One")
    case .losesRepeatedFields: request.headers.update(name: "X-Twice", value: "b")
    case .losesContentTypes: request.headers.remove(name: "Content-Type")
    default: break
    }
    return request
  }
}

private struct ChangedTask: TransportTask {
  let base: any TransportTask
  let receiver: ChangedReceiver
  let fault: ChangedTransport.Fault
  let late: SharedLock<[@Sendable () -> Void]>

  func resume() { base.resume() }
  func proceed() { base.proceed() }

  func pause() {
    base.pause()
    if fault == .losesPaused { receiver.loseNext() }
    if fault == .endsLaterWhilePaused {
      late.withLock { $0.append { receiver.receive(.finished(TransportTimings())) } }
    }
  }

  func cancel() {
    switch fault {
    case .keepsConnections: receiver.end(.failed(CancellationError(), phase: .body))
    case .endsAgainAtCancel:
      base.cancel()
      receiver.receive(.failed(CancellationError(), phase: .body))
    default: base.cancel()
    }
  }
}

private final class ChangedReceiver: TransportReceiver {
  private struct State: Sendable {
    var body = Data()
    var losesNext = false
    var hasEnded = false
  }

  private let receiver: any TransportReceiver
  private let fault: ChangedTransport.Fault
  private let state = SharedLock(State())

  init(_ receiver: any TransportReceiver, _ fault: ChangedTransport.Fault) {
    self.receiver = receiver
    self.fault = fault
  }

  func loseNext() { state.withLock { $0.losesNext = true } }

  /// Reports the end, and nothing after it.
  func end(_ event: TransportEvent) {
    state.withLock { $0.hasEnded = true }
    receiver.receive(event)
  }

  func receive(_ event: TransportEvent) {
    if state.withLock({ $0.hasEnded }) { return }
    for event in events(for: event) { receiver.receive(event) }
  }

  private func events(for event: TransportEvent) -> [TransportEvent] {
    switch event {
    case .head(let head): events(for: head)
    case .body(let chunk): events(for: chunk)
    case .sent(let bytes): fault == .tellsLessSent ? [.sent(bytes: bytes / 2)] : [event]
    case .finished:
      switch fault {
      case .failsAtEnd: [.failed(URLError(.networkConnectionLost), phase: .body)]
      case .endsTwice: [event, event]
      case .reordersBodies: reordered.isEmpty ? [event] : [.body(reordered), event]
      default: [event]
      }
    case .failed(let error, let phase): events(for: error, phase)
    default: [event]
    }
  }

  private func events(for head: ResponseHead) -> [TransportEvent] {
    var head = head
    switch fault {
    case .losesLocations: head.headers.remove(name: "Location")
    case .changesStatuses: head.status = 299
    case .losesFields: head.headers.remove(name: "X-Twice")
    case .losesCodings: head.headers.remove(name: "Content-Encoding")
    case .keepsInterimFields: head.headers.update(name: "Link", value: "</style.css>; rel=preload")
    case .dropsChallenges where head.headers.contains("WWW-Authenticate"),
      .dropsUnchallenged where !head.headers.contains("WWW-Authenticate"):
      state.withLock { $0.hasEnded = true }
      return [.failed(URLError(.userAuthenticationRequired), phase: .head)]
    default: break
    }
    return [.head(head)]
  }

  private func events(for chunk: Data) -> [TransportEvent] {
    let isLost = state.withLock { state in
      defer { state.losesNext = false }
      if fault == .reordersBodies { state.body += chunk }
      return state.losesNext
    }
    switch fault {
    case .losesBodies, .reordersBodies: return []
    case .cutsBodies: return chunk.count > 1 ? [.body(chunk.dropLast())] : []
    default: return isLost ? [] : [.body(chunk)]
    }
  }

  private func events(for error: any Error, _ phase: TransportPhase) -> [TransportEvent] {
    switch fault {
    case .failsAtCancellation where error is CancellationError: [.failed(URLError(.cancelled), phase: phase)]
    case .tellsOneMore: [.body(Data("more".utf8)), .failed(error, phase: phase)]
    case .failsTwice: [.failed(error, phase: phase), .failed(error, phase: phase)]
    case .hidesFailures: [.finished(TransportTimings())]
    case .cancelsFailures: [.failed(CancellationError(), phase: phase)]
    case .failsEarly: [.failed(error, phase: .nameLookup)]
    case .failsLate: [.failed(error, phase: .body)]
    case .inventsHeads: [.head(ResponseHead(status: 200)), .failed(error, phase: phase)]
    default: [.failed(error, phase: phase)]
    }
  }

  /// The body with its first two blocks of 64 KiB swapped.
  private var reordered: Data {
    let (body, block) = (state.withLock { $0.body }, 65_536)
    guard body.count > 2 * block else { return body }
    return body[block..<2 * block] + body[..<block] + body[(2 * block)...]
  }
}
