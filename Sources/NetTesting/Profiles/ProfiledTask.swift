import Foundation
import Net

/// A request over a ``ProfiledNetwork``.
final class ProfiledTask: TransportTask, TransportReceiver, StubbedExchange {
  private struct State: Sendable {
    var receiver: (any TransportReceiver)?
    /// The number in the network; nil before the task is resumed.
    var number: Int?
    /// The task of the other transport, once the request has arrived there.
    var task: (any TransportTask)?
    var isPaused = false
    var pausesInNetwork = PauseControl()
    var pausesOfTask = PauseControl()
    var isCancelled = false
    var isEnded = false

    enum CancelAction: Sendable {
      /// The task has not been resumed, and ends now.
      case fail(Remainder)
      /// The task in the network, and the one of the other transport.
      case cancel(number: Int, (any TransportTask)?, isUnsent: Bool)
    }

    /// What an ended task no longer needs.
    ///
    /// It is released without the lock held.
    struct Remainder: Sendable {
      var receiver: (any TransportReceiver)?
      var task: (any TransportTask)?
    }

    mutating func cancel() -> CancelAction {
      guard let number else { return .fail(end()) }
      let isUnsent = task == nil && !isCancelled && !isEnded
      isCancelled = true
      return .cancel(number: number, task, isUnsent: isUnsent)
    }

    /// Follows the task of the other transport; returns false if it must be cancelled instead.
    mutating func follow(_ task: any TransportTask) -> Bool {
      guard !isEnded, !isCancelled else { return false }
      self.task = task
      return true
    }

    mutating func end() -> Remainder {
      isEnded = true
      defer { (receiver, task) = (nil, nil) }
      return Remainder(receiver: receiver, task: task)
    }
  }

  private let state: Lock<State>
  private let request: TransportRequest
  private let base: any Transport
  /// The mock that responds, whose ledger knows the request from its start to its end; nil for another transport.
  private let mock: (any StubbedTransport)?
  /// Whether the ledger has the request of another network above this one.
  private let isCovered: Bool
  private let network: ProfiledNetwork
  private let misuse: StubMisuse?

  init(
    _ request: TransportRequest, receiver: any TransportReceiver, over base: any Transport,
    of mock: (any StubbedTransport)?, network: ProfiledNetwork, misuse: StubMisuse?
  ) {
    state = Lock(State(receiver: receiver))
    self.request = request
    self.base = base
    self.mock = mock
    isCovered = receiver is ProfiledTask
    self.network = network
    self.misuse = misuse
  }

  func resume() {
    if let misuse { return fail(misuse) }
    let number = state.withLock { state -> Int? in
      guard state.number == nil, !state.isEnded else { return nil }
      state.number = network.add(self)
      return state.number
    }
    guard let number else { return }
    open()
    updatePause()
    network.start(number, to: NetworkOrigin(request.url), bodySize: request.body.count)
  }

  func pause() {
    state.withLock { $0.isPaused = true }
    updatePause()
  }

  func proceed() {
    state.withLock { $0.isPaused = false }
    updatePause()
  }

  /// Pauses or resumes the task of the other transport and the one in the network, as the state says.
  private func updatePause() {
    while let (task, call) = state.withLock({ $0.pausesOfTask.begin($0.task, pausing: $0.isPaused) }) {
      if call.pauses { task.pause() } else { task.proceed() }
      state.withLock { $0.pausesOfTask.end(call) }
    }
    while let (number, call) = state.withLock({ $0.pausesInNetwork.begin($0.number, pausing: $0.isPaused) }) {
      if call.pauses { network.pause(number) } else { network.proceed(number) }
      state.withLock { $0.pausesInNetwork.end(call) }
    }
  }

  func cancel() {
    switch state.withLock({ $0.cancel() }) {
    case .fail(let remainder): remainder.receiver?.receive(.failed(CancellationError(), phase: .connect))
    case .cancel(let number, let task, let isUnsent):
      if isUnsent { reportUnanswered() }
      network.cancel(number)
      task?.cancel()
    }
  }

  /// Receives an event of the other transport.
  func receive(_ event: TransportEvent) {
    guard let number = state.withLock({ $0.number }) else { return }
    network.change { model, now in model.receive(event, of: number, at: now) }
  }

  /// Performs an action of the network.
  func perform(_ action: NetworkModel.Action) {
    switch action {
    case .send: send()
    case .deliver(let event):
      let remainder = state.withLock { state in
        event.isLast ? state.end() : State.Remainder(receiver: state.receiver)
      }
      if event.isLast { mock?.ledger.close(self) }
      remainder.receiver?.receive(event)
    }
  }

  /// Marks the request as open until its end is delivered.
  private func open() {
    guard let mock else { return }
    var name = RecordedRequest(method: request.method, url: request.url)
    if let redaction = request.carriedRedaction { name.redaction = redaction }
    mock.ledger.open(self, for: name, isRecorded: false, isCovered: isCovered)
    // If another thread cancelled the task before, that did not close it.
    if state.withLock({ $0.isEnded }) { mock.ledger.close(self) }
  }

  /// Fails the test if no stub would have answered the request, which was cancelled on its way and is never sent.
  private func reportUnanswered() {
    // A body that arrives over time is read only if it is sent.
    guard let mock, !request.body.isSequence else { return }
    let request = RecordedRequest(request)
    if !mock.answers(request) { mock.ledger.fail(mock.ledger.report(for: request)) }
  }

  private func send() {
    let task = base.task(for: request, receiver: self)
    guard state.withLock({ $0.follow(task) }) else { return task.cancel() }
    updatePause()
    task.resume()
  }

  /// Fails before the task is resumed.
  private func fail(_ error: any Error) {
    let remainder = state.withLock { $0.end() }
    remainder.receiver?.receive(.failed(error, phase: .connect))
  }
}
