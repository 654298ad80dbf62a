import Foundation

/// Validates responses, and completes the bodies that are not in memory.
extension SessionExchange {
  static func validated(
    _ received: ReceivedResponse, by plan: ExchangePlan
  ) -> Result<ReceivedResponse, NetworkError> {
    // "Nothing is stored" is a result of the lookup, too.
    if plan.description.isProbe, received.head.status == 504, received.head.isFromNetwork {
      return .success(received)
    }
    return Result { () throws(NetworkError) in
      try plan.validation.validate(received, isHandshake: plan.isHandshake)
      return received
    }
  }

  func finish(
    _ sink: any BodySink, _ request: TransportRequest, _ head: ResponseHead, _ plan: ExchangePlan, step: Int
  ) {
    let received = received(request, head, plan)
    sink.end { ended in
      let result = Result { () throws(NetworkError) in
        try ended.get()
        return try sink.finish(received, by: plan.validation) { try self.commit($0, step: step) }
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
    _ request: TransportRequest, _ head: ResponseHead, _ plan: ExchangePlan, _ data: Data = Data()
  ) -> ReceivedResponse {
    ReceivedResponse(
      request: request, head: head, data: data, decoder: plan.decoder ?? parts.configuration.decoder)
  }
}
