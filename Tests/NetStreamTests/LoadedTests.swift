import Net
import NetStream
import Testing

@Suite struct LoadedTests {
  @Test func valuesWithAnotherPartDiffer() {
    let failed = NetworkError(.transport(.connect))
    let value = Loaded(1, origin: .stored(age: .zero, isStale: true), failure: failed)
    #expect(value == Loaded(1, origin: .stored(age: .zero, isStale: true), failure: failed))
    #expect(value != Loaded(2, origin: .stored(age: .zero, isStale: true), failure: failed))
    #expect(value != Loaded(1, origin: .stored(age: .zero, isStale: false), failure: failed))
    #expect(value != Loaded(1, origin: .stored(age: .zero, isStale: true)))
    #expect(
      value
        != Loaded(1, origin: .stored(age: .zero, isStale: true), failure: NetworkError(.transport(.body))))
  }
}
