#if os(Linux)
  import Foundation
  import TestSupport

  /// The minimum of HTTP/2 (RFC 9113) for fixed responses with prior knowledge.
  ///
  /// It does not decode the compressed fields of requests, and does not compress those it sends (RFC 7541).
  /// The body of a response names its connection and stream, and the length of the request's body.
  final class HTTP2Server: Sendable {
    /// How a request is refused.
    enum Refusal: Sendable, Hashable {
      /// The stream ends with an error (RFC 9113 section 7).
      case reset(UInt32)
      /// The stream ends with an error after the client has received the head and a part of the body.
      case resetWithinBody(UInt32)
      /// The connection ends before the stream, which is not processed (RFC 9113 section 6.8).
      case goAway
      /// The connection is closed.
      case close

      static let refusedStream = reset(7)
      static let http1Required = reset(13)
    }

    /// A complete response that is sent as soon as the head of a request has arrived.
    struct Early: Sendable {
      /// The byte of the static table for the status (RFC 7541 appendix A).
      var status: UInt8 = 0x88
      /// The `Content-Length`, if any.
      var length: Int?
      var body = ""
      /// What follows the body once the client has received it.
      var excess = ""
      /// The code with which the stream is reset once the client has received the response; nil to read the request.
      var reset: UInt32?
      /// Whether the stream does not end, and the connection is closed once the client has received the response.
      var closes = false
      /// Whether the server reads on without restoring the windows.
      var isSilent = false

      static let noContent: UInt8 = 0x89
    }

    private let server: SocketServer
    private let served: Locked<Int>
    private let bodies = Locked<[Int]>([])
    private let heads = Locked(0)
    let port: Int

    /// The lengths of the bodies of complete requests.
    var bodySizes: [Int] { bodies.value }

    /// The number of requests on all connections, with those that were refused.
    var requestCount: Int { served.value }

    /// The number of requests on all connections whose head has arrived.
    var headCount: Int { heads.value }

    /// - `batches`: The numbers of open requests at which a connection responds to all of them at once.
    ///   After the last batch it responds to each request separately.
    /// - `padding`: The sizes of the additional frames of a response.
    /// - `fieldSizes`: The sizes of the values of additional fields of a response.
    /// - `early`: The response to requests with a body.
    /// - `refusals`: How the first requests are refused, on whichever connection; nil for those that are not.
    /// - `closesAtHead`: The number of the request, from 1, at whose head the connection is closed.
    /// - `restoresWindows`: Whether clients may send more than 65,535 bytes on a connection.
    init(
      batches: [Int] = [], padding: [Int] = [], fieldSizes: [Int] = [], early: Early? = nil,
      refusals: [Refusal?] = [], closesAtHead: Int? = nil, restoresWindows: Bool = true
    ) throws {
      let served = Locked(0)
      self.served = served
      let (bodies, heads) = (bodies, heads)
      server = try SocketServer { connection, number in
        var connection = HTTP2Connection(
          socket: connection, number: number, batches: batches, padding: padding, fieldSizes: fieldSizes,
          early: early, restoresWindows: restoresWindows && early?.isSilent != true,
          onBody: { count in bodies.update { $0.append(count) } },
          closesAtHead: {
            let number = heads.update { count in
              count += 1
              return count
            }
            return number == closesAtHead
          }
        ) {
          let index = served.update { count in
            count += 1
            return count - 1
          }
          return index < refusals.count ? refusals[index] : nil
        }
        connection.serve()
      }
      port = server.port
    }

    func url(_ path: String = "/") throws -> URL {
      guard let url = URL(string: "http://127.0.0.1:\(port)\(path)") else { throw POSIXError(.EINVAL) }
      return url
    }
  }

  private struct HTTP2Connection {
    /// The frame types that the server uses (RFC 9113 section 6).
    private enum Kind: UInt8 {
      case data = 0
      case headers = 1
      case reset = 3
      case settings = 4
      case ping = 6
      case goAway = 7
      case windowUpdate = 8
      case continuation = 9
    }

    private struct Frame {
      var type: UInt8
      var flags: UInt8
      var stream: UInt32
      var payload: Data
    }

    private static let preface = Data("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8)
    private static let acknowledged: UInt8 = 1
    private static let endsStream: UInt8 = 1
    private static let endsHeaders: UInt8 = 4

    private let socket: StreamSocket
    private let number: Int
    private var batches: [Int]
    private let padding: [Int]
    private let fieldSizes: [Int]
    private let early: HTTP2Server.Early?
    private let restoresWindows: Bool
    private let onBody: (Int) -> Void
    /// Counts a head, and returns whether the connection is closed.
    private let closesAtHead: () -> Bool
    /// Counts a request, and returns how it is refused.
    private let refusal: () -> HTTP2Server.Refusal?
    private var pending = Data()
    private var received: [UInt32: Int] = [:]
    private var complete: [UInt32] = []
    /// A stream that ends with an error when the client has acknowledged a ping.
    private var reset: (stream: UInt32, code: UInt32)?
    /// The last frame of a stream, sent when the client has acknowledged a ping.
    private var excess: (stream: UInt32, body: Data)?

    init(
      socket: StreamSocket, number: Int, batches: [Int], padding: [Int], fieldSizes: [Int],
      early: HTTP2Server.Early?, restoresWindows: Bool, onBody: @escaping (Int) -> Void,
      closesAtHead: @escaping () -> Bool, refusal: @escaping () -> HTTP2Server.Refusal?
    ) {
      self.socket = socket
      self.number = number
      self.batches = batches
      self.padding = padding
      self.fieldSizes = fieldSizes
      self.early = early
      self.restoresWindows = restoresWindows
      self.onBody = onBody
      self.closesAtHead = closesAtHead
      self.refusal = refusal
    }

    mutating func serve() {
      guard let preface = take(Self.preface.count) else { return }
      guard preface == Self.preface || upgrade(preface) else { return serveHTTP1() }
      send(.settings, 0, 0, Data())
      if preface != Self.preface { socket.send(response(to: 1)) }
      while let frame = nextFrame() {
        switch Kind(rawValue: frame.type) {
        case .settings where frame.flags & Self.acknowledged == 0:
          send(.settings, Self.acknowledged, 0, Data())
        case .ping where frame.flags & Self.acknowledged == 0:
          send(.ping, Self.acknowledged, 0, frame.payload)
        case .ping:
          if early?.closes == true { return }
          if let (stream, code) = reset { send(.reset, 0, stream, Self.bytes(code)) }
          reset = nil
          if let (stream, body) = excess { send(.data, Self.endsStream, stream, body) }
          excess = nil
        case .goAway: return
        case .headers:
          received[frame.stream] = 0
          if closesAtHead() { return }
          if let early, frame.flags & Self.endsStream == 0 {
            respond(early, to: frame.stream)
          } else {
            guard note(frame) else { return }
          }
        case .data where early?.reset != nil || early?.closes == true: break
        case .data:
          received[frame.stream, default: 0] += frame.payload.count
          // Restores the window of the connection and of the stream.
          if !frame.payload.isEmpty, restoresWindows {
            let count = Self.bytes(UInt32(frame.payload.count))
            send(.windowUpdate, 0, 0, count)
            if frame.flags & Self.endsStream == 0 { send(.windowUpdate, 0, frame.stream, count) }
          }
          guard note(frame) else { return }
        default: break
        }
      }
    }

    /// Continues with HTTP/2 if the request asks for it (RFC 7540 section 3.2); returns whether it did.
    private mutating func upgrade(_ start: Data) -> Bool {
      var request = start
      while request.suffix(4) != Data("\r\n\r\n".utf8) {
        guard let byte = take(1) else { return false }
        request += byte
      }
      guard String(decoding: request, as: UTF8.self).contains("Upgrade: h2c\r\n") else { return false }
      socket.send("HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n")
      received[1] = 0
      return take(Self.preface.count) == Self.preface
    }

    /// Responds to a request that does not begin like HTTP/2, and waits for the end.
    private mutating func serveHTTP1() {
      _ = refusal()
      let text = "connection \(number), HTTP/1.1"
      socket.send("HTTP/1.1 200 OK\r\nX-Origin: yes\r\nContent-Length: \(text.utf8.count)\r\n\r\n" + text)
      while socket.receive() != nil {}
    }

    /// Responds to a request that is complete; returns false if the connection must be closed.
    private mutating func note(_ frame: Frame) -> Bool {
      guard frame.flags & Self.endsStream != 0 else { return true }
      onBody(received[frame.stream] ?? 0)
      if early != nil { return true }
      switch refusal() {
      case .reset(let code)?:
        send(.reset, 0, frame.stream, Self.bytes(code))
        return true
      case .resetWithinBody(let code)?:
        send(.headers, Self.endsHeaders, frame.stream, Data([0x88]))
        send(.data, 0, frame.stream, Data("half".utf8))
        // The client acknowledges it after it has read everything before it.
        send(.ping, 0, 0, Data(count: 8))
        reset = (frame.stream, code)
        return true
      case .goAway?:
        send(.goAway, 0, 0, Self.bytes(frame.stream &- min(frame.stream, 2)) + Self.bytes(0))
        return true
      case .close?: return false
      case nil: break
      }
      complete.append(frame.stream)
      guard complete.count >= batches.first ?? 1 else { return true }
      batches = Array(batches.dropFirst())
      // Responds in reverse order and all at once, which clients must support.
      socket.send(complete.reversed().reduce(Data()) { $0 + response(to: $1) })
      complete = []
      return true
    }

    /// Responds to a request whose body has not arrived.
    private mutating func respond(_ early: HTTP2Server.Early, to stream: UInt32) {
      let length = early.length.map { Self.field("content-length", "\($0)") } ?? Data()
      let ends = early.body.isEmpty ? Self.endsStream : 0
      send(.headers, Self.endsHeaders | ends, stream, Data([early.status]) + length)
      let last = early.excess.isEmpty && !early.closes ? Self.endsStream : 0
      if !early.body.isEmpty { send(.data, last, stream, Data(early.body.utf8)) }
      reset = early.reset.map { (stream, $0) }
      excess = early.excess.isEmpty ? nil : (stream, Data(early.excess.utf8))
      // The client acknowledges it after it has read everything before it.
      if reset != nil || excess != nil || early.closes { send(.ping, 0, 0, Data(count: 8)) }
    }

    /// A field that is not compressed (RFC 7541 section 6.2.2).
    private static func field(_ name: String, _ value: String) -> Data {
      Data([0]) + literal(name) + literal(value)
    }

    /// A string with its length, which is an integer with a prefix of seven bits (RFC 7541 section 5.1).
    private static func literal(_ text: String) -> Data {
      var rest = text.utf8.count
      var length = Data([UInt8(min(rest, 127))])
      if rest >= 127 {
        rest -= 127
        while rest >= 128 {
          length.append(UInt8(rest % 128) | 0x80)
          rest /= 128
        }
        length.append(UInt8(rest))
      }
      return length + Data(text.utf8)
    }

    /// A head in one or more frames, of at most 16,384 bytes each (RFC 9113 section 6.5.2).
    private static func head(_ block: Data, _ stream: UInt32) -> Data {
      let starts = Array(stride(from: 0, to: block.count, by: 16_384))
      return starts.reduce(Data()) { frames, start in
        let part = Data(block.dropFirst(start).prefix(16_384))
        return frames
          + frame(start == 0 ? .headers : .continuation, start == starts.last ? endsHeaders : 0, stream, part)
      }
    }

    private func response(to stream: UInt32) -> Data {
      let text = "connection \(number), stream \(stream), \(received[stream] ?? 0) bytes"
      // `:status: 200` is field 8 of the static table. `content-type` is the name of field 31, with a
      // literal value.
      let type = Data("text/plain".utf8)
      let others = fieldSizes.enumerated().map { index, size in
        Self.field("x-\(index)", String(repeating: "x", count: size))
      }
      let head = Self.head(
        others.reduce(Data([0x88, 0x0f, 0x10, UInt8(type.count)]) + type, +), stream)
      let chunks = [Data(text.utf8)] + padding.map { Data(repeating: UInt8(ascii: " "), count: $0) }
      return chunks.enumerated().reduce(head) { frames, chunk in
        frames
          + Self.frame(.data, chunk.offset == chunks.count - 1 ? Self.endsStream : 0, stream, chunk.element)
      }
    }

    private mutating func nextFrame() -> Frame? {
      guard let head = take(9).map(Array.init) else { return nil }
      let length = Int(head[0]) << 16 | Int(head[1]) << 8 | Int(head[2])
      let stream = head[5...].reduce(UInt32(0)) { $0 << 8 | UInt32($1) } & 0x7fff_ffff
      guard let payload = take(length) else { return nil }
      return Frame(type: head[3], flags: head[4], stream: stream, payload: payload)
    }

    private mutating func take(_ count: Int) -> Data? {
      while pending.count < count {
        guard let chunk = socket.receive() else { return nil }
        pending += chunk
      }
      defer { pending = Data(pending.dropFirst(count)) }
      return pending.prefix(count)
    }

    private func send(_ kind: Kind, _ flags: UInt8, _ stream: UInt32, _ payload: Data) {
      socket.send(Self.frame(kind, flags, stream, payload))
    }

    private static func frame(_ kind: Kind, _ flags: UInt8, _ stream: UInt32, _ payload: Data) -> Data {
      bytes(UInt32(payload.count)).dropFirst() + [kind.rawValue, flags] + bytes(stream) + payload
    }

    private static func bytes(_ number: UInt32) -> Data {
      Data([24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) })
    }
  }
#endif
