import Foundation

/// Validates responses, and completes the bodies that are not in memory.
extension SessionExchange {
  func validated(
    _ transfer: ExchangeState.Transfer, _ head: ResponseHead, _ data: Data
  ) -> Result<ReceivedResponse, NetworkError> {
    let received = received(transfer, head, data)
    let plan = transfer.plan
    // "Nothing is stored" is a result of the lookup, too.
    if plan.description.isProbe, head.status == 504, head.isFromNetwork {
      return .success(received)
    }
    return Result { () throws(NetworkError) in
      try plan.validation.validate(received, isHandshake: plan.isHandshake)
      return received
    }
  }

  func finish(
    _ sink: any BodySink, _ transfer: ExchangeState.Transfer, _ head: ResponseHead, step: Int
  ) {
    let received = received(transfer, head)
    sink.end { ended in
      let result = Result { () throws(NetworkError) in
        try ended.get()
        return try sink.finish(received, by: transfer.plan.validation) { try self.commit($0, step: step) }
      }
      self.handle(.validated(result, step: step))
    }
  }

  /// Performs the last step of a download, which cannot be undone, unless the request has ended.
  ///
  /// A cancellation or the total timeout that comes meanwhile is too late, unless the step fails.
  private func commit(_ body: () throws -> Void, step: Int) throws {
    guard agenda.withLock({ $0.beginCommit(step) }) else { throw NetworkError(.cancelled) }
    do { try body() } catch {
      handle(.uncommitted(step: step))
      throw error
    }
  }

  /// Returns a response as the closures of the request receive it.
  func received(
    _ transfer: ExchangeState.Transfer, _ head: ResponseHead, _ data: Data = Data()
  ) -> ReceivedResponse {
    ReceivedResponse(
      request: transfer.request, head: head, data: data,
      decoder: transfer.plan.decoder ?? parts.configuration.decoder)
  }
}
