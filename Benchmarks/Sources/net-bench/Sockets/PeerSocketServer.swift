#if Peers
  import Foundation
  import NIOCore
  import NIOHTTP1
  import NIOPosix
  import NIOSSL
  import NIOWebSocket

  /// A WebSocket server of NIO on one thread.
  enum PeerSocketServer {
    /// Listens on a free local port and returns the URL.
    static func start(certificate: String?, key: String?) throws -> URL {
      var context: NIOSSLContext?
      if let certificate, let key {
        context = try NIOSSLContext(
          configuration: .makeServerConfiguration(
            certificateChain: NIOSSLCertificate.fromPEMFile(certificate).map { .certificate($0) },
            privateKey: .privateKey(NIOSSLPrivateKey(file: key, format: .pem))))
      }
      let secure = context
      let listener = try ServerBootstrap(group: MultiThreadedEventLoopGroup(numberOfThreads: 1))
        .serverChannelOption(.backlog, value: 4096)
        .childChannelOption(.socketOption(.tcp_nodelay), value: 1)
        .childChannelInitializer { channel in
          channel.eventLoop.makeCompletedFuture {
            if let secure {
              try channel.pipeline.syncOperations.addHandler(NIOSSLServerHandler(context: secure))
            }
            let upgrader = NIOTypedWebSocketServerUpgrader<Void>(
              maxFrameSize: 1 << 24,
              shouldUpgrade: { channel, _ in channel.eventLoop.makeSucceededFuture([:]) },
              upgradePipelineHandler: { channel, _ in
                channel.eventLoop.makeCompletedFuture {
                  try channel.pipeline.syncOperations.addHandler(Handler())
                }
              })
            _ = try channel.pipeline.syncOperations.configureUpgradableHTTPServerPipeline(
              configuration: .init(
                upgradeConfiguration: NIOTypedHTTPServerUpgradeConfiguration(
                  upgraders: [upgrader], notUpgradingCompletionHandler: { $0.close() })))
          }
        }
        .bind(host: "127.0.0.1", port: 0).wait()
      guard let port = listener.localAddress?.port,
        let url = URL(string: "\(secure == nil ? "ws" : "wss")://127.0.0.1:\(port)/")
      else { throw POSIXError(.EADDRNOTAVAIL) }
      return url
    }

    private final class Handler: ChannelInboundHandler {
      typealias InboundIn = WebSocketFrame
      typealias OutboundOut = WebSocketFrame

      private var received = 0
      private var echoes = false
      private var left = 0
      private var reply = WebSocketFrame(opcode: .text, data: ByteBuffer())

      func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let frame = unwrapInboundIn(data)
        switch frame.opcode {
        case .binary:
          received += frame.length
          if echoes { write(.binary, frame.unmaskedData, context) }
        case .text: answer(frame.unmaskedData, context)
        case .ping: write(.pong, frame.unmaskedData, context)
        case .connectionClose:
          write(.connectionClose, frame.unmaskedData, context)
          context.close(promise: nil)
        default: break
        }
      }

      func channelWritabilityChanged(context: ChannelHandlerContext) { sendOrdered(context) }

      func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }

      private func answer(_ data: ByteBuffer, _ context: ChannelHandlerContext) {
        switch data.getInteger(at: data.readerIndex, as: UInt8.self) {
        case UInt8(ascii: "="): echoes = true
        case UInt8(ascii: "?"):
          write(.text, ByteBuffer(string: "\(received)"), context)
          received = 0
        case UInt8(ascii: "!"):
          guard let order = SocketServer.Order(String(buffer: data)) else { return }
          left += order.count
          reply = WebSocketFrame(
            fin: true, opcode: order.isBinary ? .binary : .text,
            data: ByteBuffer(repeating: UInt8(ascii: "x"), count: order.size))
          sendOrdered(context)
        default: write(.text, data, context)
        }
      }

      private func write(_ opcode: WebSocketOpcode, _ data: ByteBuffer, _ context: ChannelHandlerContext) {
        context.writeAndFlush(
          wrapOutboundOut(WebSocketFrame(fin: true, opcode: opcode, data: data)), promise: nil)
      }

      /// Sends the ordered messages for as long as the channel takes them, many in one write.
      private func sendOrdered(_ context: ChannelHandlerContext) {
        while left > 0, context.channel.isWritable {
          for _ in 0..<min(left, 32) { context.write(wrapOutboundOut(reply), promise: nil) }
          left -= min(left, 32)
          context.flush()
        }
      }
    }
  }
#endif
