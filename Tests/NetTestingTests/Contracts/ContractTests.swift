import Net
import NetTesting
import Testing

@Suite struct TransportContractTests {
  // snippet: transport
  @Test(arguments: TransportContract.laws)
  func urlSessionTransportKeepsTheLaw(_ law: TransportContract.Law) async {
    await TransportContract.check([law]) { URLSessionTransport() }
  }
  // snippet.end

  #if os(Linux)
    @Test(arguments: TransportContract.laws)
    func curlTransportKeepsTheLaw(_ law: TransportContract.Law) async {
      await TransportContract.check([law]) { try CurlTransport() }
    }
  #endif

  // snippet: scripted
  @Test(arguments: TransportContract.lawsWithoutSockets)
  func mockTransportKeepsTheLaw(_ law: TransportContract.Law) async {
    await TransportContract.check(
      [law],
      scripted: { script in
        let transport = MockTransport(timer: script.timer)
        transport.stub(.everything) { request in script.response(to: request) }
        return transport
      })
  }
  // snippet.end
}

@Suite struct NetworkingContractTests {
  // snippet: network
  @Test(arguments: NetworkingContract.laws)
  func networkSessionKeepsTheLawOverSockets(_ law: NetworkingContract.Law) async {
    await NetworkingContract.check(
      [law],
      over: { script in
        NetworkSession(
          configuration: script.configuration, transport: URLSessionTransport(), timer: script.timer)
      })
  }
  // snippet.end

  #if os(Linux)
    @Test(arguments: NetworkingContract.laws)
    func networkSessionKeepsTheLawOverCurl(_ law: NetworkingContract.Law) async {
      await NetworkingContract.check(
        [law],
        over: { script in
          NetworkSession(
            configuration: script.configuration, transport: try CurlTransport(), timer: script.timer)
        })
    }
  #endif

  @Test(arguments: NetworkingContract.laws)
  func networkSessionKeepsTheLawOverAMockTransport(_ law: NetworkingContract.Law) async {
    await NetworkingContract.check(
      [law],
      scripted: { script in
        let transport = MockTransport(timer: script.timer)
        transport.stub(.everything) { request in script.response(to: request) }
        return NetworkSession(configuration: script.configuration, transport: transport, timer: script.timer)
      })
  }

  @Test(arguments: NetworkingContract.laws(for: .all.subtracting(.callbackQueue)))
  func networkingMockKeepsTheLaw(_ law: NetworkingContract.Law) async {
    await NetworkingContract.check(
      [law],
      scripted: { script in
        let network = NetworkingMock(configuration: script.configuration, timer: script.timer)
        network.stub(.everything, respondingWith: { request in script.response(to: request) })
        return network
      })
  }
}
