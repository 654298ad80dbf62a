import Dispatch
import Foundation
import Net
import NetStream
import NetTesting
import Stream
import TestSupport
import Testing

/// Operators and subscribers that block delay their own stream, and no other: over each transport.
@Suite(.netTesting) struct BlockedOperatorsTests {
  enum Closure: String, CaseIterable, Sendable {
    case map, flatMap, doOnSuccess, catchError, subscriber, elements
  }

  struct Case: Sendable, CustomTestStringConvertible {
    var isOverURLSession: Bool
    var closure: Closure

    var testDescription: String {
      "\(closure.rawValue), \(isOverURLSession ? "URLSession" : "platform's transport")"
    }

    static let all = [false, true].flatMap { isOverURLSession in
      Closure.allCases.map { Case(isOverURLSession: isOverURLSession, closure: $0) }
    }
  }

  @Test("While operators of some streams block, all others complete", arguments: Case.all)
  func operatorsThatBlock(_ test: Case) async throws {
    let server = MockServer(afterEach: .test)
    server.stub(.get("/missing"), with: .status(404))
    server.stub(.get("/hello"), with: .text("hello"))
    try server.start()
    var configuration = SessionConfiguration()
    configuration.baseURL = server.baseURL
    let transport: any Transport =
      test.isOverURLSession ? URLSessionTransport() : PlatformTransport.standard()
    let network = NetworkSession(configuration: configuration, transport: transport)
    let (gate, bag) = (DispatchGroup(), DisposeBag())
    let (blocked, others) = (DispatchGroup(), DispatchGroup())
    gate.enter()
    for _ in 0..<8 {
      blocked.enter()
      subscribe(test.closure, network, gate) { blocked.leave() }.disposed(by: bag)
    }
    for _ in 0..<56 {
      others.enter()
      network.stream.get("hello").string().subscribe { _ in others.leave() }.disposed(by: bag)
    }
    #expect(await others.ended())
    gate.leave()
    #expect(await blocked.ended())
  }

  private func subscribe(
    _ closure: Closure, _ network: NetworkSession, _ gate: DispatchGroup, done: @escaping @Sendable () -> Void
  ) -> any Disposable {
    let wait: @Sendable () -> Void = { _ = gate.wait(timeout: .patience) }
    let text = network.stream.get("hello").string()
    switch closure {
    case .map:
      return text.map { text in
        wait()
        return text.count
      }.subscribe { _ in done() }
    case .flatMap:
      return text.flatMap { text in
        wait()
        return .just(text)
      }.subscribe { _ in done() }
    case .doOnSuccess: return text.do(onSuccess: { _ in wait() }).subscribe { _ in done() }
    case .catchError:
      return network.stream.get("missing").string().catch { _ in
        wait()
        return .just("")
      }.subscribe { _ in done() }
    case .subscriber:
      return text.subscribe { _ in
        wait()
        done()
      }
    case .elements:
      return network.stream.get("hello").chunks().subscribe { event in
        if case .next = event { wait() } else { done() }
      }
    }
  }
}
