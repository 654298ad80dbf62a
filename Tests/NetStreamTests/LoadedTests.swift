import Net
import NetStream
import TestSupport
import Testing

@Suite struct LoadedTests {
  @Test func valuesWithAnotherPartDiffer() {
    let failed = NetworkError(.transport(.connect))
    let value = Loaded(1, origin: .stored(age: .zero, isStale: true), failure: failed)
    expectEqual(value, Loaded(1, origin: .stored(age: .zero, isStale: true), failure: failed))
    expectNotEqual(value, Loaded(2, origin: .stored(age: .zero, isStale: true), failure: failed))
    expectNotEqual(value, Loaded(1, origin: .stored(age: .zero, isStale: false), failure: failed))
    expectNotEqual(value, Loaded(1, origin: .stored(age: .zero, isStale: true)))
    expectNotEqual(
      value, Loaded(1, origin: .stored(age: .zero, isStale: true), failure: NetworkError(.transport(.body))))
  }
}
