import Dispatch
import Foundation
import NetTesting
import TestSupport
import Testing

@testable import Net

/// `cancelAll()` concurrent with a request that is just beginning or ending.
@Suite struct CancelAllRaceTests {
  private let fixture = SessionFixture()
  private let updates = Captured<String>()

  private func open(_ source: EventSource, delivery: ResponseDelivery = .inline) {
    source.open(delivery: delivery) { [updates] update in
      switch update {
      case .opened: updates.set("open")
      case .event: updates.set("event")
      case .reconnecting: updates.set("waiting")
      case .ended(.success): updates.set("ended")
      case .ended(.failure(let error)): updates.set("\(error.reason) \(error.request?.url.path ?? "")")
      }
    }
  }

  private var source: EventSource {
    EventSource(RequestDescription("https://example.com/feed"), network: fixture.session)
  }

  private func accept(_ task: ScriptedTask) {
    task.send(.head(ResponseHead(status: 200, headers: ["Content-Type": "text/event-stream"])))
  }

  /// The body of its request has ended, and the handler of that has not been called yet.
  @Test func anEventSourceThatIsAboutToWaitEnds() {
    let queue = DispatchQueue(label: "events")
    func drain() { for _ in 0..<5 { queue.sync {} } }
    open(source, delivery: .queue(queue))
    accept(fixture.tasks[0])
    drain()
    queue.sync {
      fixture.tasks[0].send(.finished(TransportTimings()))
      fixture.session.cancelAll()
    }
    drain()
    expectEqual(updates.values, ["open", "cancelled /feed"])
    fixture.timer.advance(by: .seconds(10))
    expectEqual(fixture.tasks.count, 1)
    expectEqual(fixture.timer.pendingCount, 0)
  }

  /// Its wait is over while the connection of another request is being closed.
  @Test func anEventSourceThatStartsItsNextRequestMeanwhileEnds() {
    open(source)
    accept(fixture.tasks[0])
    fixture.tasks[0].send(.finished(TransportTimings()))
    let other = fixture.start()
    fixture.tasks[1].onCancel.update { [timer = fixture.timer] in $0 = { timer.advance(by: .seconds(10)) } }
    fixture.session.cancelAll()
    expectEqual(other.reason, .cancelled)
    expectEqual(updates.values, ["open", "waiting", "cancelled /feed"])
    #expect(fixture.tasks.dropFirst(2).filter { !$0.isCancelled }.isEmpty)
    expectTrue(fixture.session.parts.running.all.isEmpty)
  }

  /// Its queue is busy, so that it learns of the cancellation later.
  @Test func anEventSourceThatMakesItsNextRequestSendsNothing() {
    let queue = DispatchQueue(label: "events")
    func drain() { for _ in 0..<5 { queue.sync {} } }
    let made = Locked(0)
    let session = fixture.session
    let source = EventSource(
      RequestDescription("https://example.com/feed"), lastEventID: nil, reconnection: EventReconnection(),
      maximumEventSize: 100, timer: fixture.timer
    ) { _ in
      made.update { $0 += 1 }
      if made.value == 2 { session.cancelAll() }
      return session.get("https://example.com/feed")
    }
    open(source, delivery: .queue(queue))
    accept(fixture.tasks[0])
    drain()
    fixture.tasks[0].send(.finished(TransportTimings()))
    drain()
    queue.sync { fixture.timer.advance(by: .seconds(10)) }
    expectEqual(fixture.tasks.count, 1)
    drain()
    expectEqual(updates.values, ["open", "waiting", "cancelled "])
    expectEqual(fixture.timer.pendingCount, 0)
  }

  /// A member that holds back the end of the exchange, because it is just joining.
  @Test func aRequestStartedByAHandlerSharesNothingWithCancelledOnes() {
    let monitor = HookedMonitor(request: 3)
    let cached = CachedSession {
      $0.coalesces = true
      $0.monitors = [monitor]
    }
    cached.stub(StubResponse.fresh("old").delay(.seconds(1)), StubResponse.fresh("new").delay(.seconds(1)))
    let login = Captured<DataResponse<String>>()
    cached.session.get(cached.url).response(delivery: .inline, responseSerializer: .string) { _ in
      cached.session.get(cached.url)
        .response(delivery: .inline, responseSerializer: .string) { login.set($0) }
    }
    monitor.onCache.update { [session = cached.session] in $0 = { session.cancelAll() } }
    let joining = cached.start()
    expectEqual(joining.value?.error?.reason, .cancelled)
    cached.timer.advance(by: .seconds(5))
    expectEqual(login.values.map(\.value), ["new"])
    expectEqual(cached.transport.cancelCount, 1)
  }

  /// The lookup of a cancelled request finds a response that must be validated.
  @Test func aCancelledRequestStartsNoValidationInTheBackground() {
    let store = HookedStore()
    let cached = CachedSession(HTTPCache(store: store))
    cached.stub(.tagged("a", "\"1\"", "max-age=1, stale-while-revalidate=100"), .fresh("b"))
    _ = cached.get()
    cached.timer.advance(by: .seconds(5))
    store.onTouch.update { [session = cached.session] in $0 = { session.cancelAll() } }
    expectEqual(cached.get()?.error?.reason, .cancelled)
    expectEqual(cached.sent, 1)
    // The next one begins another validation.
    expectEqual(cached.get()?.value, "a")
    expectEqual(cached.sent, 2)
  }

  /// The store is just being told what the server has confirmed.
  @Test func aConfirmedResponseOfACancelledRequestSetsNoCookie() {
    let (store, jar) = (HookedStore(), CookieJar())
    let cached = CachedSession(HTTPCache(store: store)) { $0.cookies = jar }
    cached.stub(
      .tagged("a"), StubResponse.status(304).header("ETag", "\"1\"").header("Set-Cookie", "user=1"))
    _ = cached.get()
    store.onUpdate.update { [session = cached.session] action in
      action = {
        session.cancelAll()
        jar.removeAll()
      }
    }
    expectEqual(cached.get()?.error?.reason, .cancelled)
    expectTrue(jar.cookies.isEmpty)
  }
}

/// Calls a closure once, when a request has looked for a stored response.
private final class HookedMonitor: EventMonitor {
  let onCache = Locked<(@Sendable () -> Void)?>(nil)
  private let request: Int

  init(request: Int) { self.request = request }

  func request(_ id: RequestID, did event: RequestEvent) {
    guard id.number == request, case .cache = event else { return }
    let action = onCache.update { action in
      defer { action = nil }
      return action
    }
    action?()
  }
}

/// A store in memory that calls a closure once, when an entry is used, or updated.
private final class HookedStore: CacheStore {
  let onTouch = Locked<(@Sendable () -> Void)?>(nil)
  let onUpdate = Locked<(@Sendable () -> Void)?>(nil)
  private let base: any CacheStore = MemoryCacheStore(limit: 1 << 20)

  var neverBlocks: Bool { true }
  var size: Int64 { base.size }
  var count: Int { base.count }
  var entryLimit: Int64 { base.entryLimit }

  func entries(for key: CacheKey) throws -> [CacheEntry] { try base.entries(for: key) }

  func reader(of entry: CacheEntry, from offset: Int64) throws -> any CacheBodyReader {
    try base.reader(of: entry, from: offset)
  }

  func writer(
    for key: CacheKey, response: StoredResponse, replacing: [CacheEntry.ID]
  ) throws -> any CacheBodyWriter {
    try base.writer(for: key, response: response, replacing: replacing)
  }

  func update(_ entry: CacheEntry, response: StoredResponse) throws {
    Self.call(onUpdate)
    try base.update(entry, response: response)
  }

  func touch(_ entry: CacheEntry) {
    Self.call(onTouch)
    base.touch(entry)
  }

  private static func call(_ action: Locked<(@Sendable () -> Void)?>) {
    let action = action.update { action in
      defer { action = nil }
      return action
    }
    action?()
  }

  func remove(_ entries: [CacheEntry]) throws { try base.remove(entries) }
  func removeAll(url: String) throws { try base.removeAll(url: url) }
  func removeAll() throws { try base.removeAll() }
  func forEach(_ body: (CacheEntry) -> Void) throws { try base.forEach(body) }
}
