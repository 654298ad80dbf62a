import Foundation

/// Passes bodies to their sinks.
extension SessionExchange {
  func begin(
    _ sink: any BodySink, _ request: TransportRequest, _ head: ResponseHead, _ plan: ExchangePlan,
    _ part: DownloadPart, step: Int
  ) {
    let body = BeginningBody(received: received(request, head, plan), rules: plan.validation, part: part)
    sink.begin(body) { self.handle(.consumed($0, number: 1, step: step)) }
  }

  func give(_ load: BodyFlow.Load, to sink: any BodySink, number: Int, step: Int) {
    sink.take(load) { self.handle(.consumed($0, number: number, step: step)) }
  }

  func spill(_ chunk: Data, to sink: any BodySink, step: Int) {
    do throws(NetworkError) { try sink.spill(chunk) } catch { handle(.bodyFailed(error, step: step)) }
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

  /// Returns a response as the closures of the request receive it.
  func received(
    _ request: TransportRequest, _ head: ResponseHead, _ plan: ExchangePlan, _ data: Data = Data()
  ) -> ReceivedResponse {
    ReceivedResponse(
      request: request, head: head, data: data, decoder: plan.decoder ?? parts.configuration.decoder)
  }
}
