import Net
import NetTesting
import Testing

@Suite struct TransportContractTests {
  @Test(arguments: TransportContract.laws)
  func urlSessionTransportKeeps(_ law: TransportContract.Law) async {
    await TransportContract.check([law]) { URLSessionTransport() }
  }

  @Test(arguments: TransportContract.lawsWithoutSockets)
  func mockTransportKeeps(_ law: TransportContract.Law) async {
    await TransportContract.check(
      [law],
      scripted: { script in
        let transport = MockTransport(timer: script.timer)
        transport.stub(.everything) { request in script.response(to: request) }
        return transport
      })
  }
}

@Suite struct NetworkingContractTests {
  @Test(arguments: NetworkingContract.laws)
  func networkSessionKeepsOverSockets(_ law: NetworkingContract.Law) async {
    await NetworkingContract.check(
      [law],
      over: { script in
        NetworkSession(
          configuration: script.configuration, transport: URLSessionTransport(), timer: script.timer)
      })
  }

  @Test(arguments: NetworkingContract.laws)
  func networkSessionKeepsOverAMockTransport(_ law: NetworkingContract.Law) async {
    await NetworkingContract.check(
      [law],
      scripted: { script in
        let transport = MockTransport(timer: script.timer)
        transport.stub(.everything) { request in script.response(to: request) }
        return NetworkSession(configuration: script.configuration, transport: transport, timer: script.timer)
      })
  }

  @Test(arguments: NetworkingContract.laws(for: .transfers))
  func networkingMockKeeps(_ law: NetworkingContract.Law) async {
    await NetworkingContract.check(
      [law],
      scripted: { script in
        let network = NetworkingMock(configuration: script.configuration, timer: script.timer)
        network.mock(.everything, answering: { request in script.response(to: request) })
        return network
      })
  }
}
