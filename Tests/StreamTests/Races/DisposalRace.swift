import Stream

/// Inserts into a container while it is disposed of, or disposes of the same disposables on two threads.
final class DisposalRace: Race, @unchecked Sendable {  // Constants, each of which is thread-safe.
  enum Kind: CaseIterable {
    case action
    case bag
    case bagDeallocation
    case composite
    case serial
  }

  private let kind: Kind
  private let (early, late) = (Resource(), Resource())
  private let give: @Sendable () -> Void
  private let dispose: @Sendable () -> Void

  init(_ kind: Kind, _ population: Population) {
    self.kind = kind
    let first = early.disposable(holding: Population.Member(population))
    let second = late.disposable(holding: Population.Member(population))
    switch kind {
    case .action:
      give = {
        first.dispose()
        second.dispose()
      }
      dispose = {
        second.dispose()
        first.dispose()
      }
    case .bag:
      let bag = DisposeBag()
      bag.insert(first)
      give = { second.disposed(by: bag) }
      dispose = { bag.dispose() }
    case .bagDeallocation:
      let bag = Shared<DisposeBag?>(DisposeBag())
      bag.value?.insert(first)
      give = { if let bag = bag.value { second.disposed(by: bag) } else { second.dispose() } }
      dispose = { bag.value = nil }
    case .composite:
      let composite = CompositeDisposable()
      let key = composite.insert(first)
      give = {
        if let key { composite.remove(for: key) }
        composite.insert(second)
      }
      dispose = { composite.dispose() }
    case .serial:
      let serial = SerialDisposable()
      serial.disposable = first
      give = { serial.disposable = second }
      dispose = { serial.dispose() }
    }
    super.init()
  }

  override func first() { give() }

  override func second() { dispose() }

  override func verdict() -> String? {
    let counts = [early.disposed, late.disposed]
    return counts == [1, 1] ? nil : "\(kind): two resources were disposed of \(counts) times"
  }
}
