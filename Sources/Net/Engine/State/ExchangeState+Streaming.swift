import Foundation

/// Handles bodies that are not kept in memory.
extension ExchangeState {
  // MARK: - Resuming

  mutating func resumable(_ part: DownloadPart) -> Phase {
    if case .building = phase { self.part = part }
    return phase
  }

  /// Starts an attempt that requests the complete representation.
  ///
  /// It does not ask for the rest again, so its response is complete or an error.
  mutating func restart(_ head: ResponseHead, _ transfer: Transfer, at now: Duration) -> Phase {
    report(.receivedHead(head), by: transfer.plan)
    discardPart(transfer.plan)
    release.cancelsTask = true
    leave(transfer)
    guard transfer.attempt.run.original.body.isAvailable else {
      let error = NetworkError(.transfer(.unrequestedPart))
      return fail(error, from: .receiving(transfer, head, Data()), at: now)
    }
    return attempt(transfer.run(head), at: now)
  }

  /// Removes the bytes of the download on disk.
  private mutating func discardPart(_ plan: ExchangePlan) {
    part = DownloadPart()
    if let sink = plan.sink { actions.append(.discardPart(sink)) }
  }

  /// Called when the body has not begun in time; any body would be of another type than requested.
  mutating func refuseType(of delivery: Delivery, at now: Duration) -> Phase {
    guard !delivery.flow.isTypeChecked, let failure = delivery.typeFailure else { return phase }
    return bodyFailed(NetworkError(.validation(failure)), from: phase, at: now)
  }

  mutating func stream(_ chunk: Data, _ delivery: inout Delivery, at now: Duration) -> Phase {
    if !delivery.flow.isTypeChecked, !chunk.isEmpty {
      delivery.flow.isTypeChecked = true
      // The phase is that of a body in memory by now.
      guard delivery.typeFailure == nil else { return received(.body(chunk), at: now) }
    }
    let arrival = delivery.flow.arrive(chunk)
    let report = progress.advance(by: chunk.count)
    switch arrival {
    case .given(let load):
      actions.append(.giveBody(delivery.sink, load, number: delivery.flow.number, step: step))
    case .kept: break
    case .pausing: release.pausesTask = true
    case .spilled: actions.append(.spillBody(delivery.sink, chunk, step: step))
    case .overflown:
      let error = NetworkError(.transfer(.bufferOverflow(limit: delivery.flow.buffer?.limit ?? 0)))
      return overflow(error, delivery, with: chunk, at: now)
    }
    deliver(report, by: delivery.transfer.plan)
    return .streaming(delivery)
  }

  mutating func consumed(_ result: Result<Void, NetworkError>, _ number: Int, at now: Duration) -> Phase {
    // Moved out of the phase, so that it changes without a copy.
    guard var taken = takeDelivery() else { return phase }
    // The sink completes each item only once.
    guard let count = taken.delivery.flow.taken(number) else { return taken.phase }
    if case .failure(let error) = result { return bodyFailed(error, from: taken.phase, at: now) }
    let plan = taken.delivery.transfer.plan
    if taken.delivery.isWritten {
      part.count += Int64(count)
      if part.isTooLong {
        // More bytes arrived than the head announced, so none can be trusted.
        discardPart(plan)
        return bodyFailed(NetworkError(.transport(.body)), from: taken.phase, at: now)
      }
    }
    if let load = taken.delivery.flow.next() {
      actions.append(.giveBody(taken.delivery.sink, load, number: taken.delivery.flow.number, step: step))
    }
    if taken.delivery.flow.resumesTransport() {
      lastEvent = now
      release.pausesTask = false
    }
    guard taken.delivery.flow.isDrained, let ending = taken.ending else { return taken.phase }
    return switch ending {
    case .finished: finish(taken.delivery, at: now)
    case .failed(let error): fail(error, from: taken.phase, at: now)
    case .unreadable(let error): beginAgain(error, from: taken.phase, at: now)
    }
  }

  /// A delivery moved out of its phase.
  private struct Taken {
    var delivery: Delivery
    /// What follows, if the transport has finished.
    let ending: Ending?

    var phase: Phase { ending.map { .draining(delivery, $0) } ?? .streaming(delivery) }
  }

  private mutating func takeDelivery() -> Taken? {
    let taken: Taken
    if case .streaming(let delivery) = phase {
      taken = Taken(delivery: delivery, ending: nil)
    } else if case .draining(let delivery, let ending) = phase {
      taken = Taken(delivery: delivery, ending: ending)
    } else {
      return nil
    }
    phase = .receiving(taken.delivery.transfer, taken.delivery.head, Data())
    return taken
  }

  mutating func bodyFailed(_ error: NetworkError, at now: Duration) -> Phase {
    bodyFailed(error, from: phase, at: now)
  }

  private mutating func bodyFailed(_ error: NetworkError, from phase: Phase, at now: Duration) -> Phase {
    switch phase {
    case .streaming(let delivery):
      release.cancelsTask = true
      leave(delivery.transfer)
      return fail(error, from: phase, at: now)
    case .draining: return fail(error, from: phase, at: now)
    // The body is no longer needed. What the phase waits for has its own step.
    default: return phase
    }
  }

  /// Fails, but if the body has a sink only after it has consumed what has arrived.
  mutating func fail(_ error: NetworkError, afterDraining phase: Phase, at now: Duration) -> Phase {
    guard case .streaming(let delivery) = phase else { return fail(error, from: phase, at: now) }
    if case .transfer(.bufferOverflow) = error.reason { return overflow(error, delivery, at: now) }
    return delivery.flow.isDrained ? fail(error, from: phase, at: now) : .draining(delivery, .failed(error))
  }

  /// Fails without waiting for the slow sink.
  ///
  /// The error contains what the sink has not consumed.
  private mutating func overflow(
    _ error: NetworkError, _ delivery: Delivery, with chunk: Data = Data(), at now: Duration
  ) -> Phase {
    var error = error
    error.data = delivery.flow.contents + chunk
    return end(error, from: .streaming(delivery), at: now)
  }

  /// Called when the sink has consumed the complete body.
  mutating func finish(_ delivery: Delivery, at now: Duration) -> Phase {
    let (transfer, head) = (delivery.transfer, delivery.head)
    guard !delivery.isWritten || !part.isOfWrongLength else {
      return fail(NetworkError(.transport(.body)), from: .streaming(delivery), at: now)
    }
    step += 1
    actions.append(.finishBody(delivery.sink, transfer, head, step: step))
    return .validating(transfer, head, Data(), mayRetry: delivery.mayRetry)
  }
}

extension ExchangeState.Phase {
  /// Whether no body of the response is acceptable, because of its head.
  var isRejected: Bool {
    switch self {
    // What is acceptable goes to the sink.
    case .receiving(let transfer, let head, _): transfer.plan.sink != nil || transfer.rejects(head)
    case .streaming(let delivery): delivery.typeFailure != nil
    default: false
    }
  }
}

extension ExchangeState.Transfer {
  /// Whether no body of this response that is kept in memory is acceptable.
  fileprivate func rejects(_ head: ResponseHead) -> Bool {
    let rules = plan.validation
    return rules.statusFailure(of: head.status) != nil || rules.partFailure(of: head, to: request) != nil
      || typeFailure(of: head) != nil
  }

  /// Why no body of this response is acceptable, unless it is empty.
  fileprivate func typeFailure(of head: ResponseHead) -> ValidationFailure? {
    plan.validation.contentTypeFailure(of: head, to: request)
  }
}

extension ExchangeState.Delivery {
  /// Whether the body is written to a file.
  fileprivate var isWritten: Bool {
    transfer.plan.isDownload && transfer.request.method.hasContent(inResponse: head.status)
  }

  /// Why no body of this response is acceptable, unless it is empty.
  var typeFailure: ValidationFailure? { transfer.typeFailure(of: head) }
}

extension ExchangePlan {
  var isDownload: Bool { description.destination.isFile }
}
