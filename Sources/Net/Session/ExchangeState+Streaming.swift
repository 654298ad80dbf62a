import Foundation

/// What becomes of a body that does not go into memory, and of a request's own body on its way.
extension ExchangeState {
  /// What comes when all that has arrived has been taken.
  enum Ending: Sendable {
    case finished
    case failed(NetworkError)
  }

  /// How much of the body of a refused response is kept, where bodies do not go into memory.
  static let refusalLimit = 65_536

  var isDownload: Bool { plan?.description.destination.isFile == true }

  mutating func sent(_ bytes: Int64) {
    if let progress = uploadProgress.advance(to: bytes) { perform(.deliverUploadProgress(progress)) }
  }

  // MARK: - Resuming

  mutating func resumable(_ part: DownloadPart) {
    if case .building = phase { self.part = part }
  }

  /// The request of an attempt: for the rest of a download where a part is there.
  mutating func resuming(_ request: TransportRequest) -> TransportRequest {
    isResuming = isDownload && part.canResume(request)
    return isResuming ? part.resuming(request) : request
  }

  /// Whether the rest of a download was asked for, and this answer is neither that nor the whole.
  func isUseless(_ head: ResponseHead) -> Bool {
    isResuming && part.verdict(on: head) == .restart && original?.body.isAvailable == true
  }

  /// A new attempt, for the whole.
  mutating func restart(at now: Duration) {
    guard let original else { return }
    part = DownloadPart()
    release.cancelsTask = true
    leave()
    attempt(original, at: now)
  }

  // MARK: - The response

  mutating func beginBody(_ head: ResponseHead) {
    guard let plan, let sink = plan.sink, let request, let original else { return }
    let isRest = isResuming && part.verdict(on: head) == .rest
    // Who wants a 200 has it: the two parts of it are one.
    guard plan.validation.statusFailure(of: isRest ? 200 : head.status) == nil else { return }
    flow = BodyFlow(plan.description.destination.buffer)
    if !isRest { part.beginAnew(head, of: original) }
    perform(.beginBody(sink, request, head, plan, part, step: step))
  }

  mutating func streamed(_ piece: Data, at now: Duration) {
    guard var flow, let plan, let sink = plan.sink else { return }
    if !flow.isTypeChecked {
      flow.isTypeChecked = true
      guard !isOfWrongType(piece, plan) else {
        self.flow = nil
        return received(piece, at: now)
      }
    }
    // Out of the state while it changes, so that it is not copied.
    self.flow = nil
    let arrival = flow.arrive(piece)
    self.flow = flow
    let news = progress.advance(by: piece.count)
    switch arrival {
    case .given(let load): perform(.giveBody(sink, load, number: flow.number, step: step))
    case .kept: break
    case .pausing: release.pausesTask = true
    case .spilled: perform(.spillBody(sink, piece, step: step))
    case .overflown:
      let error = NetworkError(.transfer(.bufferOverflow(limit: flow.buffer?.limit ?? 0)))
      return overflow(error, with: piece, at: now)
    }
    if let news { perform(.deliverProgress(news)) }
  }

  mutating func consumed(_ result: Result<Void, NetworkError>, _ number: Int, at now: Duration) {
    guard let sink = plan?.sink, let count = flow?.taken(number) else { return }
    if case .failure(let error) = result { return bodyFailed(error, at: now) }
    if isDownload { part.count += Int64(count) }
    if let load = flow?.next(), let number = flow?.number {
      perform(.giveBody(sink, load, number: number, step: step))
    }
    if flow?.goesOn() == true {
      lastEvent = now
      release.pausesTask = false
    }
    if flow?.isDrained == true, case .draining(let ending) = phase { drained(ending, at: now) }
  }

  mutating func bodyFailed(_ error: NetworkError, at now: Duration) {
    switch phase {
    case .sending:
      release.cancelsTask = true
      leave()
      fail(error, at: now)
    case .draining: fail(error, at: now)
    default: break
    }
  }

  /// The transport is done, and this is to come when all that has arrived has been taken.
  mutating func settle(_ ending: Ending, at now: Duration) {
    if case .failed(let error) = ending, flow != nil, case .transfer(.bufferOverflow) = error.reason {
      overflow(error, at: now)
    } else if flow?.isDrained == false {
      phase = .draining(ending)
    } else {
      drained(ending, at: now)
    }
  }

  /// Ends with what was not taken: whoever is so slow is not waited for.
  private mutating func overflow(_ error: NetworkError, with piece: Data = Data(), at now: Duration) {
    var error = error
    error.data = (flow?.contents ?? Data()) + piece
    end(error, at: now)
  }

  private mutating func drained(_ ending: Ending, at now: Duration) {
    switch ending {
    case .failed(let error): fail(error, at: now)
    case .finished:
      guard let plan, let sink = plan.sink, let request, let head else { return }
      guard !isDownload || !part.isOfWrongLength else {
        return fail(NetworkError(.transport(.body)), at: now)
      }
      phase = .validating
      step += 1
      perform(.finishBody(sink, request, head, plan, step: step))
    }
  }

  private func isOfWrongType(_ piece: Data, _ plan: ExchangePlan) -> Bool {
    guard let request, let head else { return false }
    let received = ReceivedResponse(request: request, head: head, data: piece)
    return plan.validation.contentTypeFailure(of: received) != nil
  }

  /// Whether enough has come of a response that was refused to explain why.
  var isEnoughOfRefusal: Bool {
    data.count > Self.refusalLimit && plan.map { !$0.description.destination.isMemory } == true
  }
}
