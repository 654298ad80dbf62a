import Net
import NetTesting
import Testing

@Suite struct WebSocketContractTests {
  @Test(arguments: WebSocketContract.laws)
  func theStandardTransportOfThisPlatformKeepsTheLaw(_ law: WebSocketContract.Law) async {
    #if os(Linux)
      await WebSocketContract.check([law]) { try CurlTransport(options: .withoutProxy) }
    #endif
  }

  @Test(arguments: WebSocketContract.laws)
  func mocksKeep(_ law: WebSocketContract.Law) async {
    await WebSocketContract.check(
      [law],
      scripted: { script in
        let transport = MockTransport(timer: script.timer)
        transport.stub(.everything) { request in script.response(to: request) }
        return transport
      })
  }
}

#if os(Linux)
  extension TransportOptions {
    /// The tests must not depend on the proxy settings of the environment.
    fileprivate static var withoutProxy: TransportOptions {
      var options = TransportOptions()
      options.proxy = .none
      return options
    }
  }
#endif
