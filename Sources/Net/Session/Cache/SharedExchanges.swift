/// The exchanges of a session that identical requests may join.
final class SharedExchanges: Sendable {
  private let shares = Lock<[TransportRequest: SharedExchange]>([:])

  /// Joins the exchange of this request, or the one that the closure creates.
  func join(_ request: TransportRequest, _ make: () -> SharedExchange) -> any TaskSource {
    shares.withLock { shares in
      if let membership = shares[request]?.join() { return membership }
      let share = make()
      shares[request] = share
      return share.join() ?? SharedExchange.Membership(share, number: 0)
    }
  }

  /// Removes an exchange that has ended.
  func remove(_ share: SharedExchange, of request: TransportRequest) {
    // Released without the lock held.
    let removed = shares.withLock { shares in
      shares[request] === share ? shares.removeValue(forKey: request) : nil
    }
    withExtendedLifetime(removed) {}
  }
}
