import Foundation

/// Passes bodies to their sinks.
extension SessionExchange {
  func build(_ plan: ExchangePlan) {
    if let prepared = plan.prepared { return take(.built(.success(prepared))) }
    take(
      .built(
        prepared(plan).flatMap { request in
          Result { () throws(NetworkError) in
            if let part = try plan.sink?.savedPart(of: request) { take(.resumable(part)) }
            return request
          }
        }))
  }

  func performBody(_ action: ExchangeState.Action) {
    switch action {
    case .beginBody(let sink, let request, let head, let plan, let part, let step):
      let body = BeginningBody(
        received: received(request, head, plan), rules: plan.validation, part: part)
      sink.begin(body) { self.take(.consumed($0, number: 1, step: step)) }
    case .giveBody(let sink, let load, let number, let step):
      sink.take(load) { self.take(.consumed($0, number: number, step: step)) }
    case .spillBody(let sink, let chunk, let step):
      do throws(NetworkError) { try sink.spill(chunk) } catch { take(.bodyFailed(error, step: step)) }
    case .finishBody(let sink, let request, let head, let plan, let step):
      let received = received(request, head, plan)
      sink.end { ended in
        let result = Result { () throws(NetworkError) in
          try ended.get()
          return try sink.finish(received, by: plan.validation) { try self.commit($0, step: step) }
        }
        self.take(.validated(result, step: step))
      }
    case .discardPart(let sink): sink.discardPart()
    case .closeBody(let sink): sink.close()
    default: break
    }
  }

  private func received(
    _ request: TransportRequest, _ head: ResponseHead, _ plan: ExchangePlan
  ) -> ReceivedResponse {
    ReceivedResponse(
      request: request, head: head, data: Data(),
      decoder: plan.description.decoder ?? parts.configuration.decoder)
  }
}
