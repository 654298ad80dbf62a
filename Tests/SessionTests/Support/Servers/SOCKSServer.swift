#if os(Linux)
  import Foundation
  import TestSupport

  /// A SOCKS proxy on this machine: version 4 with the extension 4a, and version 5 (RFC 1928).
  ///
  /// It connects every request to one port of this machine, whatever it asks for.
  final class SOCKSServer: Sendable {
    private let server: SocketServer
    private let received: Locked<[String]>

    /// - `credentials`: The required name and password (RFC 1929), or nil if none are required.
    init(forwardingTo port: Int, credentials: String? = nil) throws {
      let received = Locked<[String]>([])
      self.received = received
      server = try SocketServer { connection, _ in
        var input = Input(connection: connection)
        let target = input.next() == 4 ? input.version4() : input.version5(credentials)
        guard let target else { return }
        received.update { $0.append(target) }
        guard let origin = StreamSocket.connected(to: port) else { return }
        connection.join(origin)
      }
    }

    var port: Int { server.port }

    /// What the clients asked for, such as `name origin.invalid` or `address 127.0.0.1`.
    var targets: [String] { received.value }
  }

  private struct Input {
    let connection: StreamSocket
    private var pending = Data()

    init(connection: StreamSocket) { self.connection = connection }

    mutating func next() -> UInt8? {
      if pending.isEmpty, let more = connection.receive() { pending = more }
      return pending.popFirst()
    }

    mutating func next(_ count: Int) -> [UInt8]? {
      var bytes: [UInt8] = []
      while bytes.count < count, let byte = next() { bytes.append(byte) }
      return bytes.count == count ? bytes : nil
    }

    mutating func text(_ count: Int) -> String? { next(count).map { String(decoding: $0, as: UTF8.self) } }

    private mutating func textUpToZero() -> String {
      var bytes: [UInt8] = []
      while let byte = next(), byte != 0 { bytes.append(byte) }
      return String(decoding: bytes, as: UTF8.self)
    }

    mutating func version4() -> String? {
      guard next() == 1, next(2) != nil, let address = next(4) else { return nil }
      let user = textUpToZero()
      // An address that begins with three zeros stands for a name (SOCKS 4a).
      let isName = address[..<3] == [0, 0, 0]
      let target = isName ? "name \(textUpToZero())" : "address \(address.dotted)"
      connection.send(Data([0, 90, 0, 0, 0, 0, 0, 0]))
      return user.isEmpty ? target : target + " for \(user)"
    }

    mutating func version5(_ credentials: String?) -> String? {
      guard let count = next(), let methods = next(Int(count)) else { return nil }
      let method: UInt8 = credentials == nil ? 0 : 2
      guard methods.contains(method) else {
        connection.send(Data([5, 0xff]))
        return nil
      }
      connection.send(Data([5, method]))
      if let credentials {
        guard next() == 1, let nameCount = next(), let name = text(Int(nameCount)),
          let passwordCount = next(), let password = text(Int(passwordCount))
        else { return nil }
        let isRight = "\(name):\(password)" == credentials
        connection.send(Data([1, isRight ? 0 : 1]))
        if !isRight { return nil }
      }
      guard next(3) == [5, 1, 0], let kind = next() else { return nil }
      var target: String?
      switch kind {
      case 1: target = next(4).map { "address \($0.dotted)" }
      case 3: target = next().flatMap { text(Int($0)) }.map { "name \($0)" }
      default: break
      }
      guard let target, next(2) != nil else { return nil }
      connection.send(Data([5, 0, 0, 1, 0, 0, 0, 0, 0, 0]))
      return target
    }
  }

  extension [UInt8] {
    fileprivate var dotted: String { map(String.init).joined(separator: ".") }
  }
#endif
