import Stream
import TestSupport

/// Returns the last element of a stream that is created and run on a small stack.
func lastElementOnASmallStack<Element: Sendable>(
  _ make: @escaping @Sendable () -> Observable<Element>
) async -> Element? {
  await onASmallStack {
    let last = Shared<Element?>(nil)
    _ = make().subscribe(onNext: { last.value = $0 })
    return last.value
  }
}
