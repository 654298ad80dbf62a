import Foundation
import Net
import NetStream
import NetTesting
import TestSupport
import Testing

/// Stream requests print themselves as the session of their network says.
@Suite(.netTesting) struct StreamRequestDescriptionTests {
  /// A network that wraps another one.
  private struct Wrapper: NetworkingWrapper {
    let base: any Networking
  }

  private func session() -> NetworkSession {
    var configuration = SessionConfiguration()
    configuration.redaction.insert(queryName: "patient")
    configuration.redaction.insert(headerName: "X-Patient")
    configuration.redaction.insert(headerName: "Sec-WebSocket-Protocol")
    configuration.redaction.insert(bodyName: "patient")
    return NetworkSession(configuration: configuration, transport: MockTransport())
  }

  private func prints(of value: some Any) -> [String] {
    var dumped = ""
    dump(value, to: &dumped)
    return ["\(value)", String(reflecting: value), dumped]
  }

  @Test func aStreamRequestHidesWhatItsSessionHides() {
    for network in [session(), Wrapper(base: session())] as [any Networking] {
      let request = network.stream.post(
        "https://example.com/?patient=hunter2", parameters: ["patient": "hunter2"],
        headers: ["X-Patient": "hunter2"])
      expectEqual(prints(of: request).filter { $0.contains("hunter2") }, [])
      #expect("\(request)".hasPrefix("POST https://example.com/?patient=<redacted>"))
      #expect(prints(of: request).allSatisfy { $0.contains("X-Patient: <redacted>") })
    }
  }

  @Test func aStreamWebSocketHidesWhatItsSessionHides() {
    let socket = session().stream.webSocket(
      "wss://example.com/?patient=hunter2", headers: ["X-Patient": "hunter2"])
    expectEqual(prints(of: socket).filter { $0.contains("hunter2") }, [])
    #expect("\(socket)".hasPrefix("GET wss://example.com/?patient=<redacted>"))
  }

  @Test func aWebSocketRequestHidesWhatItsSessionHides() {
    for network in [session(), Wrapper(base: session())] as [any Networking] {
      let socket = network.webSocket(
        "wss://example.com/?patient=hunter2", subprotocols: ["chat", "hunter2"],
        headers: ["X-Patient": "hunter2"])
      expectEqual(prints(of: socket).filter { $0.contains("hunter2") }, [])
      #expect("\(socket)".hasPrefix("GET wss://example.com/?patient=<redacted>"))
      #expect(prints(of: socket).allSatisfy { $0.contains("X-Patient: <redacted>") })
    }
  }

  @Test func theSubprotocolsOfAStreamWebSocketAreHiddenAsItsSessionHidesThem() {
    let socket = session().stream.webSocket("wss://example.com/", subprotocols: ["chat", "hunter2"])
    expectEqual(prints(of: socket).filter { $0.contains("hunter2") }, [])
    #expect("\(socket)".hasSuffix("subprotocols: <redacted>, <redacted>"))
  }

  @Test func anotherNetworkHidesTheStandardSecrets() {
    let request = NetworkingMock().stream.get("https://example.com/?token=hunter2&patient=1")
    expectEqual("\(request)", "GET https://example.com/?token=<redacted>&patient=1")
  }
}
