import Net

/// Connections: who gets one, and the handshakes.
extension NetworkModel {
  private func version(for origin: NetworkOrigin) -> NetworkProfile.HTTPVersion {
    origin.isSecure ? profile.httpVersion : .http1
  }

  /// Assigns connections to the waiting exchanges, in order, as long as there are any.
  mutating func admit(to origin: NetworkOrigin) {
    while let id = waiting[origin]?.first {
      guard let connection = idle(for: origin) ?? open(to: origin, by: id) else { return }
      waiting[origin]?.removeFirst()
      use(connection, by: id)
    }
    waiting[origin] = nil
  }

  /// Returns a connection that can take another exchange.
  private func idle(for origin: NetworkOrigin) -> Int? {
    let isShared = version(for: origin) != .http1
    return connections.filter { $0.value.origin == origin && (isShared || $0.value.exchanges.isEmpty) }.keys
      .min()
  }

  /// Opens a connection; returns nil if the origin has its maximum number of connections.
  private mutating func open(to origin: NetworkOrigin, by id: Int) -> Int? {
    guard connections.values.count(where: { $0.origin == origin }) < max(1, profile.connections) else {
      return nil
    }
    let version = version(for: origin)
    lastConnection += 1
    var loss = PacketLoss(profile.loss, seed: profile.seed, connection: lastConnection)
    let lookup = lookup(of: origin, &loss)
    let connect = profile.roundTrip.addingSaturated(loss.delayOfRoundTrip())
    // QUIC negotiates TLS in its own handshake.
    let secure =
      origin.isSecure && version != .http3
      ? profile.roundTrip.addingSaturated(loss.delayOfRoundTrip()) : nil
    connections[lastConnection] = ModelConnection(
      origin: origin, version: version, lookup: lookup, connect: connect, secure: secure,
      readyAt: [lookup ?? .zero, connect, secure ?? .zero].reduce(now) { $0.addingSaturated($1) }, loss: loss)
    exchanges[id]?.isOpener = true
    return lastConnection
  }

  /// How long the lookup of a host takes; nil if its address is known.
  private mutating func lookup(of origin: NetworkOrigin, _ loss: inout PacketLoss) -> Duration? {
    if HostName.isAddress(origin.host) { return nil }
    let found =
      resolved[origin.host]
      ?? now.addingSaturated(profile.roundTrip).addingSaturated(loss.delayOfRoundTrip())
    resolved[origin.host] = found
    return found > now ? found - now : nil
  }

  private mutating func use(_ number: Int, by id: Int) {
    guard var connection = connections[number] else { return }
    connection.exchanges.insert(id)
    exchanges[id]?.connection = number
    // An exchange that shares a connection waits for the handshakes of the one that opens it.
    let isOpener = exchanges[id]?.isOpener == true
    exchanges[id]?.admitted = isOpener ? now : max(now, connection.readyAt)
    exchanges[id]?.stage = connection.readyAt > now ? .connecting : .sending
    exchanges[id]?.untilLoss = connection.loss.bytesUntilLoss(isFirst: true)
    connections[number] = connection
  }

  /// Removes an exchange, and makes its connection available to another one.
  ///
  /// - `isBroken`: Whether it failed, so that its connection cannot be used again; a shared one can.
  mutating func end(_ id: Int, isBroken: Bool) {
    guard let exchange = exchanges.removeValue(forKey: id) else { return }
    ended.append(exchange)
    down.stop(id)
    up.stop(id)
    waiting[exchange.origin]?.removeAll { $0 == id }
    if let number = exchange.connection {
      connections[number]?.exchanges.remove(id)
      if isBroken || exchange.closes, connections[number]?.version == .http1 { connections[number] = nil }
    }
    admit(to: exchange.origin)
  }

  /// The durations of an exchange that ends now.
  ///
  /// - `reported`: The durations that the other side reports, of which the address is used.
  func timings(of exchange: ModelExchange, _ reported: TransportTimings) -> TransportTimings {
    let connection = exchange.connection.flatMap { connections[$0] }
    let opened = exchange.isOpener ? connection : nil
    let queued = exchange.admitted.map { $0 - exchange.start }
    return TransportTimings(
      queued: queued == .zero ? nil : queued, nameLookup: opened?.lookup, connect: opened?.connect,
      secureConnection: opened?.secure,
      firstByte: exchange.firstByte, total: now - exchange.start,
      connection: TransportConnection(
        remoteAddress: reported.connection?.remoteAddress ?? exchange.origin.host,
        remotePort: reported.connection?.remotePort ?? exchange.origin.port, isReused: !exchange.isOpener))
  }
}
