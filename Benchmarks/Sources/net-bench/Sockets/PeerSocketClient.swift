#if Peers
  import Foundation
  import NIOCore
  import NIOHTTP1
  import NIOPosix
  import NIOSSL
  import NIOWebSocket
  import NetMeasuring

  /// NIOWebSocket, with a channel handler on the event loop of the connection.
  ///
  /// It joins no fragments and checks no text, as the server sends whole valid messages.
  struct PeerSocketClient: SocketClient {
    private let context: NIOSSLContext?

    init(authority: String?) throws {
      context = try authority.map { authority in
        var tls = TLSConfiguration.makeClientConfiguration()
        tls.trustRoots = .file(authority)
        return try NIOSSLContext(configuration: tls)
      }
    }

    func connect(
      _ url: URL, _ handler: @escaping @Sendable (SocketUpdate, any SocketLink) -> Void
    ) async throws -> any SocketLink {
      let (host, port) = (url.host() ?? "127.0.0.1", url.port ?? 80)
      let context = context
      let opened: EventLoopFuture<(any Channel)?> = try await ClientBootstrap(
        group: MultiThreadedEventLoopGroup.singleton
      )
      .channelOption(.socketOption(.tcp_nodelay), value: 1)
      .connect(host: host, port: port) { channel in
        channel.eventLoop.makeCompletedFuture {
          if let context {
            // A certificate for an address has no server name.
            try channel.pipeline.syncOperations.addHandler(
              NIOSSLClientHandler(context: context, serverHostname: nil))
          }
          let upgrader = NIOTypedWebSocketClientUpgrader<(any Channel)?>(maxFrameSize: 1 << 24) {
            channel, _ in
            channel.eventLoop.makeCompletedFuture {
              try channel.pipeline.syncOperations.addHandler(PeerSocketHandler(handler))
              return channel
            }
          }
          let head = HTTPRequestHead(
            version: .http1_1, method: .GET, uri: "/", headers: ["Host": "\(host):\(port)"])
          let configuration = NIOTypedHTTPClientUpgradeConfiguration<(any Channel)?>(
            upgradeRequestHead: head, upgraders: [upgrader],
            notUpgradingCompletionHandler: { $0.eventLoop.makeSucceededFuture(nil) })
          return try channel.pipeline.syncOperations.configureUpgradableHTTPClientPipeline(
            configuration: .init(upgradeConfiguration: configuration))
        }
      }
      guard let channel = try await opened.get() else {
        throw WrongResult(subject: .nioWebSocket, what: "the server refused the WebSocket")
      }
      return PeerSocketLink(channel: channel)
    }

    func shutDown() {}
  }

  struct PeerBytes: SocketBytes {
    let buffer: ByteBuffer

    init(count: Int) { buffer = ByteBuffer(repeating: 0x78, count: count) }
  }

  struct PeerSocketLink: SocketLink {
    let channel: any Channel

    func send(text: String) {
      let frame = WebSocketFrame(fin: true, opcode: .text, maskKey: .random(), data: ByteBuffer(string: text))
      channel.writeAndFlush(frame, promise: nil)
    }

    func send(_ bytes: any SocketBytes, _ completion: @escaping @Sendable (Bool) -> Void) {
      guard let bytes = bytes as? PeerBytes else { return completion(false) }
      let frame = WebSocketFrame(fin: true, opcode: .binary, maskKey: .random(), data: bytes.buffer)
      channel.writeAndFlush(frame).whenComplete { result in
        if case .success = result { completion(true) } else { completion(false) }
      }
    }

    func cancel() { channel.close(promise: nil) }
  }

  private final class PeerSocketHandler: ChannelInboundHandler {
    typealias InboundIn = WebSocketFrame

    private let handler: @Sendable (SocketUpdate, any SocketLink) -> Void
    private var link: PeerSocketLink?

    init(_ handler: @escaping @Sendable (SocketUpdate, any SocketLink) -> Void) { self.handler = handler }

    func handlerAdded(context: ChannelHandlerContext) { link = PeerSocketLink(channel: context.channel) }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      guard let link else { return }
      let frame = unwrapInboundIn(data)
      switch frame.opcode {
      case .text: handler(.text(String(buffer: frame.data)), link)
      case .binary: handler(.binary(frame.data.readableBytes), link)
      case .connectionClose: context.close(promise: nil)
      default: break
      }
    }

    func channelInactive(context: ChannelHandlerContext) {
      if let link { handler(.ended, link) }
      link = nil
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
  }
#endif
