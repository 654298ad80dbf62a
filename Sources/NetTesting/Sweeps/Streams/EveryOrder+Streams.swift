public import Net
public import Stream

/// Runs a body that returns a single once for each order in which its pending responses can be delivered.
///
/// ```swift
/// try await everyOrder(observing: { network in ProfileService(network: network).profileAndFriends() }).expect()
/// ```
///
/// Everything else is as for
/// ``everyOrder(cancelling:holding:repeating:seed:limits:configuration:file:line:in:)``.
public func everyOrder<Value: Sendable>(
  cancelling: Bool = false, holding: Duration = .seconds(2), repeating: SweepRepeat? = nil,
  seed: SweepSeed = .standard, limits: SweepLimits = SweepLimits(),
  configuration: SessionConfiguration = SweepNetwork.defaultConfiguration, file: StaticString = #filePath,
  line: UInt = #line, observing body: @escaping @Sendable (SweepNetwork) throws -> Single<Value>
) -> Sweep<Value> {
  Sweep(
    ordersOf: SweepBody(single: body), cancels: cancelling, patience: holding,
    SweepSettings(repeating, seed, limits, configuration, at: SourcePlace(file: file, line: line)))
}

/// Runs a body that returns an observable once for each order in which its pending responses can be delivered; its
/// value is the array of its elements.
///
/// ```swift
/// try await everyOrder(observing: { network in search.results(for: Observable.of("s", "sw"), on: network) }).expect()
/// ```
///
/// Everything else is as for
/// ``everyOrder(cancelling:holding:repeating:seed:limits:configuration:file:line:in:)``.
public func everyOrder<Value: Sendable>(
  cancelling: Bool = false, holding: Duration = .seconds(2), repeating: SweepRepeat? = nil,
  seed: SweepSeed = .standard, limits: SweepLimits = SweepLimits(),
  configuration: SessionConfiguration = SweepNetwork.defaultConfiguration, file: StaticString = #filePath,
  line: UInt = #line, observing body: @escaping @Sendable (SweepNetwork) throws -> Observable<Value>
) -> Sweep<[Value]> {
  Sweep(
    ordersOf: SweepBody(observable: body), cancels: cancelling, patience: holding,
    SweepSettings(repeating, seed, limits, configuration, at: SourcePlace(file: file, line: line)))
}
