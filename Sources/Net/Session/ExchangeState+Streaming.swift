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

  // MARK: - Sending

  mutating func sending(_ total: Int64?) -> [Action] {
    uploadProgress.begin(total: total)
    return []
  }

  mutating func sent(_ bytes: Int64) -> [Action] {
    uploadProgress.advance(to: bytes).map { [.deliverUploadProgress($0)] } ?? []
  }

  // MARK: - Resuming

  mutating func resumable(_ part: DownloadPart) -> [Action] {
    if case .building = phase { self.part = part }
    return []
  }

  /// The request of an attempt: for the rest of a download where a part is there.
  mutating func resuming(_ request: TransportRequest) -> TransportRequest {
    isResuming = isDownload && part.canResume(request)
    return isResuming ? part.resuming(request) : request
  }

  /// A new attempt, for the whole, when an answer to the request for the rest is of no use.
  mutating func restarted(by head: ResponseHead, at now: Duration) -> [Action]? {
    guard isResuming, part.verdict(on: head) == .restart, let original, original.body.isAvailable else {
      return nil
    }
    part = DownloadPart()
    return [.cancelTask] + leave() + attempt(original, at: now)
  }

  // MARK: - The response

  mutating func beginBody(_ head: ResponseHead) -> [Action] {
    guard let plan, let sink = plan.sink, let request, let original else { return [] }
    let isRest = isResuming && part.verdict(on: head) == .rest
    // Who wants a 200 has it: the two parts of it are one.
    guard plan.validation.statusFailure(of: isRest ? 200 : head.status) == nil else { return [] }
    flow = BodyFlow(plan.description.destination.buffer)
    if !isRest { part.beginAnew(head, of: original) }
    return [.beginBody(sink, request, head, plan, part, step: step)]
  }

  mutating func streamed(_ piece: Data, at now: Duration) -> [Action] {
    guard var flow, let plan, let sink = plan.sink else { return [] }
    if !flow.isTypeChecked {
      flow.isTypeChecked = true
      guard !isOfWrongType(piece, plan) else {
        self.flow = nil
        return received(.body(piece), at: now)
      }
    }
    let arrival = flow.arrive(piece)
    self.flow = flow
    let actions: [Action]
    switch arrival {
    case .given(let load): actions = [.giveBody(sink, load, number: flow.number, step: step)]
    case .kept: actions = []
    case .pausing: actions = [.pauseTask]
    case .spilled: actions = [.spillBody(sink, piece, step: step)]
    case .overflown:
      var error = NetworkError(.transfer(.bufferOverflow(limit: flow.buffer?.limit ?? 0)))
      error.data = flow.contents + piece
      return leave() + end(error, at: now)
    }
    return actions + end(of: progress.advance(by: piece.count))
  }

  mutating func consumed(
    _ result: Result<Void, NetworkError>, _ number: Int, at now: Duration
  ) -> [Action] {
    guard let sink = plan?.sink, let count = flow?.taken(number) else { return [] }
    if case .failure(let error) = result { return bodyFailed(error, at: now) }
    if isDownload { part.count += Int64(count) }
    var actions: [Action] = []
    if let load = flow?.next(), let number = flow?.number {
      actions.append(.giveBody(sink, load, number: number, step: step))
    }
    if flow?.goesOn() == true {
      lastEvent = now
      actions.append(.proceedTask)
    }
    guard flow?.isDrained == true else { return actions }
    guard case .draining(let ending) = phase else { return actions }
    return actions + drained(ending, at: now)
  }

  mutating func bodyFailed(_ error: NetworkError, at now: Duration) -> [Action] {
    switch phase {
    case .sending: return [.cancelTask] + leave() + fail(error, at: now)
    case .draining: return fail(error, at: now)
    default: return []
    }
  }

  /// The transport is done, and this is to come when all that has arrived has been taken.
  mutating func settle(_ ending: Ending, at now: Duration) -> [Action] {
    if let flow, !flow.isDrained {
      phase = .draining(ending)
      return []
    }
    return drained(ending, at: now)
  }

  private mutating func drained(_ ending: Ending, at now: Duration) -> [Action] {
    switch ending {
    case .failed(let error): return fail(error, at: now)
    case .finished:
      guard let plan, let sink = plan.sink, let request, let head else { return [] }
      guard !isDownload || !part.isOfWrongLength else {
        return fail(NetworkError(.transport(.body)), at: now)
      }
      phase = .validating
      step += 1
      return [.finishBody(sink, request, head, plan, step: step)]
    }
  }

  func end(of progress: TransferProgress?) -> [Action] { progress.map { [.deliverProgress($0)] } ?? [] }

  private func isOfWrongType(_ piece: Data, _ plan: ExchangePlan) -> Bool {
    guard let request, let head else { return false }
    return plan.validation.contentTypeFailure(of: ReceivedResponse(request: request, head: head, data: piece))
      != nil
  }

  /// Ends a response that was refused when there is enough of it to explain why.
  mutating func enoughOfRefusal(at now: Duration) -> [Action]? {
    guard data.count > Self.refusalLimit, let plan, !plan.description.destination.isMemory else { return nil }
    data = data.prefix(Self.refusalLimit)
    return [.cancelTask] + complete(at: now)
  }
}
