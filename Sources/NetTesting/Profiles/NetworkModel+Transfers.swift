import Foundation
import Net

/// How bodies are transferred: chunks that share the bandwidth of a direction, and lost packets.
extension NetworkModel {
  /// A chunk that has just been completed: its direction, and the ``FairLink`` share at which it was complete.
  struct Ended {
    var isDown: Bool
    var share: Double
  }

  /// Advances an exchange as far as possible without time passing.
  ///
  /// - `previous`: The chunk that has just been completed.
  mutating func advance(_ id: Int, after previous: Ended? = nil) {
    guard var exchange = exchanges[id] else { return }
    if let transfer = exchange.transfer {
      if transfer.part == nil, stall(of: exchange) <= now { begin(transfer, of: id) }
      return
    }
    switch exchange.stage {
    case .waiting, .answering: break
    case .connecting:
      guard let connection = exchange.connection.flatMap({ connections[$0] }), connection.readyAt <= now
      else { return }
      exchange.stage = .sending
      exchanges[id] = exchange
      advance(id)
    case .sending: send(id, exchange, after: previous)
    case .underway(let until):
      guard until <= now else { return }
      exchanges[id]?.stage = .answering
      actions.append((id, .send))
    }
    if exchange.stage == .answering { answer(id, after: previous) }
  }

  /// Sends the next chunk of the request's body, or its end.
  private mutating func send(_ id: Int, _ exchange: ModelExchange, after previous: Ended?) {
    let rest = (exchange.bodySize ?? 0) - exchange.sent
    if rest > 0 {
      let count = min(rest, Int64(Self.chunkSize))
      let event = TransportEvent.sent(bytes: exchange.sent + count)
      return begin(
        ModelExchange.Transfer(isDown: false, event: event, rest: Double(count)), of: id, after: previous)
    }
    let delay = exchange.connection.flatMap { connections[$0]?.loss.delayOfRoundTrip() } ?? .zero
    exchanges[id]?.stage = .underway(
      until: now.addingSaturated(profile.roundTrip / 2).addingSaturated(delay))
  }

  /// Delivers what has arrived, up to the next chunk that takes time.
  private mutating func answer(_ id: Int, after previous: Ended?) {
    while let event = takeArrived(id), let exchange = exchanges[id] {
      switch event {
      case .sent(let bytes):
        // These bytes have been sent already, because the size of the body was known.
        guard bytes > exchange.sent else { continue }
        return begin(
          ModelExchange.Transfer(isDown: false, event: event, rest: Double(bytes - exchange.sent)),
          of: id,
          after: previous)
      case .body(let data):
        return begin(
          ModelExchange.Transfer(isDown: true, event: .body(Data(data)), rest: Double(data.count)), of: id,
          after: previous)
      case .head(let head):
        exchanges[id]?.firstByte = now - exchange.start
        exchanges[id]?.closes = head.headers.closesConnection
        deliver(event, to: id)
      case .interim, .trailers, .redirect: deliver(event, to: id)
      case .finished(let reported):
        deliver(.finished(timings(of: exchange, reported)), to: id)
        end(id, isBroken: false)
      case .failed:
        deliver(event, to: id)
        end(id, isBroken: true)
      }
    }
  }

  /// Removes and returns the next event that has arrived, or the first part of a large chunk of a body.
  private mutating func takeArrived(_ id: Int) -> TransportEvent? {
    guard let first = arrived(id) else { return nil }
    guard case .body(let data) = first.event, data.count > Self.chunkSize else {
      exchanges[id]?.incoming.first = nil
      return first.event
    }
    exchanges[id]?.incoming.first = (first.arrival, .body(data.dropFirst(Self.chunkSize)))
    return .body(data.prefix(Self.chunkSize))
  }

  private func arrived(_ id: Int) -> (arrival: Duration, event: TransportEvent)? {
    guard let exchange = exchanges[id], exchange.held == nil, let first = exchange.incoming.first,
      first.arrival <= now, stall(of: exchange) <= now, deliverable(first.event, exchange)
    else { return nil }
    return first
  }

  /// Begins or continues a transfer, up to the next lost packet.
  private mutating func begin(_ transfer: ModelExchange.Transfer, of id: Int, after previous: Ended? = nil) {
    guard var exchange = exchanges[id] else { return }
    var transfer = transfer
    if stall(of: exchange) <= now {
      let part = min(transfer.rest, exchange.untilLoss)
      transfer.part = part
      transfer.rest -= part
      exchange.untilLoss -= part
      // The share of one direction means nothing in the other.
      let share = previous.flatMap { $0.isDown == transfer.isDown ? $0.share : nil }
      if transfer.isDown {
        down.begin(id, bytes: part, after: share)
      } else {
        up.begin(id, bytes: part, after: share)
      }
    }
    exchange.transfer = transfer
    exchanges[id] = exchange
  }

  /// Ends a part of a transfer, because a packet is lost or the chunk is complete.
  mutating func completePart(of id: Int, at share: Double) {
    guard var exchange = exchanges[id], var transfer = exchange.transfer else { return }
    guard transfer.rest <= 0 else {
      transfer.part = nil
      exchange.transfer = transfer
      exchanges[id] = exchange
      return lose(id)
    }
    exchange.transfer = nil
    if case .sent(let bytes) = transfer.event { exchange.sent = bytes }
    let isDeliverable = deliverable(transfer.event, exchange)
    if !isDeliverable { exchange.held = transfer.event }
    exchanges[id] = exchange
    guard isDeliverable else { return }
    deliver(transfer.event, to: id)
    advance(id, after: Ended(isDown: transfer.isDown, share: share))
  }

  /// Stops the transfers that a lost packet of an exchange delays, until it is sent again.
  private mutating func lose(_ id: Int) {
    guard let exchange = exchanges[id], let number = exchange.connection, var connection = connections[number]
    else { return }
    exchanges[id]?.untilLoss = connection.loss.bytesUntilLoss(isFirst: false)
    let until = now.addingSaturated(profile.roundTrip)
    if connection.version == .http3 {
      exchanges[id]?.stalledUntil = until
      connections[number] = connection
      return
    }
    connection.stalledUntil = until
    connections[number] = connection
    for other in connection.exchanges.sorted() { interrupt(other) }
  }

  /// Removes a transfer from its link.
  private mutating func interrupt(_ id: Int) {
    guard var exchange = exchanges[id], var transfer = exchange.transfer, transfer.part != nil else { return }
    let missing = transfer.isDown ? down.stop(id) : up.stop(id)
    transfer.part = nil
    transfer.rest += missing
    exchange.untilLoss += missing
    exchange.transfer = transfer
    exchanges[id] = exchange
  }
}
