#if os(Linux)
  import Foundation
  import Net
  import NetTesting
  import TestSupport
  import Testing

  // snippet: shutdown
  /// Lets the running requests end, but not for longer than the limit, and then calls the closure.
  private func shutDown(
    _ network: NetworkSession, within limit: Duration, then exit: @escaping @Sendable () -> Void
  ) {
    let deadline = network.timer.schedule(after: limit) { network.cancelAll() }
    network.finish {
      deadline.cancel()
      exit()
    }
  }
  // snippet.end

  /// The code of the page about Linux.
  @Suite struct LinuxPageTests {
    @Test func transportOptionsCompile() throws {
      let folder = try TemporaryFolder()
      let companyRoot = try folder.file("root.pem", "-----BEGIN CERTIFICATE-----\n").path
      // snippet: options
      var options = TransportOptions()
      options.tls.authorities = .systemAnd([.file(companyRoot)])
      options.proxy = .http("http://proxy.internal:3128", except: [".internal"])
      let network = NetworkSession(transport: try CurlTransport(options: options))
      // snippet.end
      expectNil(network.configuration.baseURL)
    }

    @Test func aRequestThatDoesNotEndIsCancelledAtTheLimit() {
      let fixture = SessionFixture { $0.callbackQueue = nil }
      let (started, ended) = (fixture.start(), Locked(0))
      shutDown(fixture.session, within: .seconds(10)) { ended.update { $0 += 1 } }
      expectEqual(fixture.start().reason, .sessionFinished)
      fixture.timer.advance(by: .milliseconds(9999))
      expectNil(started.reason)
      fixture.timer.advance(by: .milliseconds(1))
      expectEqual(started.reason, .cancelled)
      expectEqual(ended.value, 1)
    }

    @Test func theLastRequestEndsTheServiceBeforeTheLimit() {
      let fixture = SessionFixture { $0.callbackQueue = nil }
      let (started, ended) = (fixture.start(), Locked(0))
      shutDown(fixture.session, within: .seconds(10)) { ended.update { $0 += 1 } }
      fixture.tasks[0].respond(200)
      expectNil(started.reason)
      expectEqual(ended.value, 1)
    }
  }
#endif
