import Dispatch
import Foundation
import Net

@testable import NetTesting

/// A network that breaks one rule of the contract: a session whose requests, configuration or server are changed.
struct BrokenNetwork: Networking {
  enum Fault: Sendable {
    // Faults of its requests.
    case startsAtOnce, staysRunning, ignoresResume, sendsForEachCall, callsTwice, callsAgainLater,
      keepsHandlers, keepsRequests, repairsHeaders, losesErrorBodies, losesErrors, alwaysValidates,
      losesRules, ignoresQueues, ignoresCancellation, cancelsAfterEnd, reportsLate, losesHeads, neverCalls,
      deliversTheRest, losesErrorHeads, losesErrorRequests, hidesCancellation, repeatsHandlers, callsAtCancel,
      streamsRejected, sendsUnasked, losesResponses, forgetsLateCalls, halvesTotals, repeatsProgress,
      changesTexts, changesData, hidesRunning
    // Faults of its configuration.
    case joinsPaths, acceptsAllStatuses, acceptsAllTypes, followsNoRedirect, followsFewRedirects,
      losesInterceptors, halvesTimeouts, losesSessionHeaders
    // Faults of what it sends and receives.
    case swapsAnswers, losesQueries, sendsBothHeaders, inventsBodies, hidesFailures, joinsFields,
      losesRequestBodies, repeatsQueries, changesContentTypes, sendsTwice, losesAdaptations, changesBodies,
      fillsEmptyBodies, failsEmptyBodies, keepsMethods

    /// Whether it is found because something does not happen, which a law waits for.
    var isSilent: Bool {
      switch self {
      case .ignoresResume, .keepsHandlers, .keepsRequests, .neverCalls, .ignoresCancellation: true
      default: false
      }
    }
  }

  private let base: NetworkSession
  fileprivate let fault: Fault
  /// What happens when the next request is made.
  fileprivate let late = SharedLock<[@Sendable () -> Void]>([])
  fileprivate let kept = SharedLock<[any Sendable]>([])

  init(_ fault: Fault, _ script: ContractScript) {
    self.fault = fault
    let transport = MockTransport(timer: script.timer)
    transport.stub(.everything) { Self.answer(fault, $0, script) }
    base = NetworkSession(
      configuration: Self.configuration(fault, script.configuration), transport: transport,
      timer: script.timer)
  }

  private static func configuration(
    _ fault: Fault, _ configuration: SessionConfiguration
  ) -> SessionConfiguration {
    var configuration = configuration
    switch fault {
    case .joinsPaths: configuration.baseURL = configuration.baseURL?.appending(path: "api/")
    case .acceptsAllStatuses: configuration.validation.statusCode = .any
    case .acceptsAllTypes: configuration.validation.contentType = .any
    case .followsNoRedirect: configuration.redirects = .refuse
    case .followsFewRedirects: configuration.redirects = RedirectPolicy(limit: 5)
    case .losesSessionHeaders: configuration.headers = [:]
    case .losesInterceptors: configuration.interceptors = []
    case .halvesTimeouts: configuration.timeouts.total = configuration.timeouts.total.map { $0 / 2 }
    default: break
    }
    return configuration
  }

  private static func answer(
    _ fault: Fault, _ request: RecordedRequest, _ script: ContractScript
  ) -> StubResponse {
    var request = request
    switch fault {
    case .swapsAnswers where request.url.path == "/1": request.url = script.baseURL.appending(path: "2")
    case .losesQueries: request.url = script.baseURL.appending(path: request.url.path)
    case .sendsBothHeaders: request.headers.add(name: "X-Both", value: "session")
    case .losesRequestBodies: request.body = Data()
    case .repeatsQueries where request.method == .post:
      request.url.append(queryItems: [URLQueryItem(name: "q", value: "a")])
    case .changesContentTypes: request.headers.update(name: "Content-Type", value: "text/plain")
    case .losesAdaptations: request.headers.remove(name: "X-Attempt")
    case .keepsMethods: request.method = .post
    case .sendsTwice: _ = script.response(to: request)
    default: break
    }
    let response = script.response(to: request)
    switch fault {
    case .inventsBodies where request.url.path == "/empty": return .json("[]")
    case .hidesFailures where request.url.path == "/broken": return .status(503)
    case .fillsEmptyBodies where request.url.path == "/empty":
      return .text("x").header("Content-Type", "text/html")
    case .failsEmptyBodies where request.url.path == "/empty": return .status(500)
    case .changesBodies: return .text("other")
    case .joinsFields: return response.header("Set-Cookie", "one=1, two=2")
    default: return response
    }
  }

  var timer: any NetworkTimer { base.timer }

  func openWebSocket(
    _ description: WebSocketDescription,
    completion: @escaping @Sendable (Result<WebSocketConnection, NetworkError>) -> Void
  ) -> any Cancellation { base.openWebSocket(description, completion: completion) }

  func request(_ description: RequestDescription) -> any NetworkRequesting {
    let actions = late.withLock { late in
      defer { late = [] }
      return late
    }
    for action in actions { action() }
    var description = description
    if fault == .repairsHeaders { description.headers.remove(name: "X-Bad") }
    if fault == .sendsUnasked {
      var sent = description
      sent.headers.remove(name: "X-Bad")
      newRequest(sent).resume()
    }
    let request = BrokenRequest(description, self)
    if fault == .startsAtOnce { _ = request.resume() }
    if fault == .keepsRequests { kept.withLock { $0.append(request) } }
    return request
  }

  fileprivate func newRequest(_ description: RequestDescription) -> any NetworkRequesting {
    base.request(description)
  }
}

private final class BrokenRequest: NetworkRequesting {
  private let base: any NetworkRequesting
  private let network: BrokenNetwork
  private let isCancelled = SharedLock(false)
  /// Calls the handlers again that were called.
  private let handlers = SharedLock<[@Sendable () -> Void]>([])

  init(_ description: RequestDescription, _ network: BrokenNetwork) {
    base = network.newRequest(description)
    self.network = network
  }

  private var fault: BrokenNetwork.Fault { network.fault }

  var requestDescription: RequestDescription {
    var description = base.requestDescription
    if case .consumer(let deaf as DeafConsumer, let buffer, let delivery) = description.destination {
      description.destination = .consumer(deaf.base, buffer: buffer, delivery: delivery)
    }
    return description
  }

  var request: TransportRequest? { base.request }
  var response: ResponseHead? { fault == .losesResponses ? nil : base.response }
  var cURLDescription: String { base.cURLDescription }

  var state: RequestState {
    if fault == .hidesRunning, base.state == .running { return .ready }
    if fault == .staysRunning, base.state != .ready { return .running }
    return isCancelled.withLock { $0 } && fault == .cancelsAfterEnd ? .cancelled : base.state
  }

  func configure(as call: String, _ change: @Sendable (inout RequestDescription) -> Void) -> Self {
    _ = base.configure(as: call) { [fault] description in
      change(&description)
      if fault == .alwaysValidates { description.validation.restoreStandard() }
      if fault == .losesRules { description.validation.custom = [] }
      if fault == .deliversTheRest,
        case .consumer(let consumer, let buffer, let delivery) = description.destination
      {
        description.destination = .consumer(DeafConsumer(consumer), buffer: buffer, delivery: delivery)
      }
    }
    if fault == .streamsRejected { streamRejected() }
    return self
  }

  /// Tells the consumer of a streamed body of the head that the session rejects.
  private func streamRejected() {
    guard case .consumer(let consumer, _, _) = base.requestDescription.destination else { return }
    _ = base.onHTTPResponse { head in consumer.begin(head) {} }
  }

  func progress(
    delivery: ResponseDelivery, _ handler: @escaping @Sendable (TransferProgress) -> Void
  ) -> Self {
    _ = base.progress(delivery: delivery) { [fault, network] progress in
      if fault == .reportsLate { network.late.withLock { $0.append { handler(progress) } } }
      handler(progress)
    }
    return self
  }

  func uploadProgress(
    delivery: ResponseDelivery, _ handler: @escaping @Sendable (TransferProgress) -> Void
  ) -> Self {
    _ = base.uploadProgress(delivery: delivery) { [fault] progress in
      var progress = progress
      if fault == .halvesTotals { progress.total = progress.total.map { $0 / 2 } }
      if fault == .repeatsProgress { handler(progress) }
      handler(progress)
    }
    return self
  }

  func onHTTPResponse(_ handler: @escaping @Sendable (ResponseHead) -> Void) -> Self {
    if fault != .losesHeads { _ = base.onHTTPResponse(handler) }
    return self
  }

  func response<Serializer: ResponseSerializer>(
    delivery: ResponseDelivery, responseSerializer: Serializer,
    completionHandler: @escaping @Sendable (DataResponse<Serializer.Value>) -> Void
  ) -> Self {
    var request = base
    if fault == .sendsForEachCall, base.state == .running { request = network.newRequest(requestDescription) }
    if fault == .forgetsLateCalls, base.state == .finished || base.state == .cancelled {
      request = network.newRequest(RequestDescription("forgotten"))
    }
    if fault == .repeatsHandlers, isCancelled.withLock({ $0 }) { repeatHandlers() }
    if fault == .keepsHandlers {
      network.kept.withLock { $0.append(completionHandler as any Sendable) }
    }
    request.response(
      delivery: fault == .ignoresQueues ? .inline : delivery, responseSerializer: responseSerializer
    ) { [self] in
      let response = changed($0)
      if fault == .repeatsHandlers || fault == .callsAtCancel {
        handlers.withLock { $0.append { completionHandler(response) } }
      }
      switch fault {
      case .callsTwice:
        completionHandler(response)
        completionHandler(response)
      case .callsAgainLater:
        network.late.withLock { $0.append { completionHandler(response) } }
        completionHandler(response)
      case .neverCalls: break
      default: completionHandler(response)
      }
    }
    return self
  }

  private func changed<Value>(_ response: DataResponse<Value>) -> DataResponse<Value> {
    var changed = response
    guard case .failure(let error) = response.result else {
      if fault == .losesResponses { changed.response = nil }
      if fault == .changesTexts, let other = "other" as? Value { changed.result = .success(other) }
      if fault == .changesData, let other = Data("other".utf8) as? Value { changed.result = .success(other) }
      return changed
    }
    switch fault {
    case .losesErrorHeads:
      changed.result = .failure(
        NetworkError(
          error.reason, request: error.request, data: error.data, underlyingError: error.underlyingError))
    case .losesErrorRequests:
      changed.result = .failure(
        NetworkError(error.reason, response: error.response, underlyingError: error.underlyingError))
    case .hidesCancellation where error.reason == .cancelled:
      changed.result = .failure(NetworkError(.transport(.body), request: error.request))
    case .losesErrorBodies:
      changed.result = .failure(
        NetworkError(
          error.reason, request: error.request, response: error.response,
          underlyingError: error.underlyingError))
    case .losesErrors:
      changed.result = .failure(
        NetworkError(error.reason, request: error.request, response: error.response, data: error.data))
    default: break
    }
    return changed
  }

  private func repeatHandlers() {
    for handler in handlers.withLock({ $0 }) { handler() }
  }

  func resume() -> Self {
    if fault != .ignoresResume { base.resume() }
    return self
  }

  func cancel() {
    isCancelled.withLock { $0 = true }
    if fault != .ignoresCancellation { base.cancel() }
    if fault == .callsAtCancel { repeatHandlers() }
  }
}

/// Hides from a consumer that the request was ended at once.
private final class DeafConsumer: BodyConsumer {
  let base: any BodyConsumer

  init(_ base: any BodyConsumer) { self.base = base }

  func begin(_ head: ResponseHead, next: @escaping @Sendable () -> Void) { base.begin(head, next: next) }
  func take(_ chunk: Data, next: @escaping @Sendable () -> Void) { base.take(chunk, next: next) }
}
