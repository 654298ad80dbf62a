public import Net
public import Stream

/// Runs a body that returns a single once for each fault at each of its requests.
///
/// ```swift
/// try await everyFault(observing: { network in
///   network.stub(.get("/user"), with: .json(#"{"name": "Trent"}"#))
///   return UserService(network: network).single()
/// }).expect()
/// ```
///
/// The body is cancelled by disposing of its subscription. Everything else is as for
/// ``everyFault(of:repeating:seed:limits:configuration:file:line:in:)``.
public func everyFault<Value: Sendable>(
  of vocabulary: FaultVocabulary = .standard, repeating: SweepRepeat? = nil, seed: SweepSeed = .standard,
  limits: SweepLimits = SweepLimits(),
  configuration: SessionConfiguration = SweepNetwork.defaultConfiguration,
  file: StaticString = #filePath, line: UInt = #line,
  observing body: @escaping @Sendable (SweepNetwork) throws -> Single<Value>
) -> Sweep<Value> {
  Sweep(
    faults: vocabulary.faults, of: SweepBody(single: body),
    SweepSettings(repeating, seed, limits, configuration, at: SourcePlace(file: file, line: line)))
}

/// Runs a body that returns an observable once for each fault at each of its requests; its value is the array of its
/// elements.
///
/// ```swift
/// try await everyFault(observing: { network in FeedService(network: network).pages(limit: 3) }).expect()
/// ```
///
/// The body ends when the observable completes or fails, and is cancelled by disposing of its subscription.
/// Everything else is as for
/// ``everyFault(of:repeating:seed:limits:configuration:file:line:in:)``.
public func everyFault<Value: Sendable>(
  of vocabulary: FaultVocabulary = .standard, repeating: SweepRepeat? = nil, seed: SweepSeed = .standard,
  limits: SweepLimits = SweepLimits(),
  configuration: SessionConfiguration = SweepNetwork.defaultConfiguration,
  file: StaticString = #filePath, line: UInt = #line,
  observing body: @escaping @Sendable (SweepNetwork) throws -> Observable<Value>
) -> Sweep<[Value]> {
  Sweep(
    faults: vocabulary.faults, of: SweepBody(observable: body),
    SweepSettings(repeating, seed, limits, configuration, at: SourcePlace(file: file, line: line)))
}
