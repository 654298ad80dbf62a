import Foundation
import Stream

/// Runs the body on a thread with half a megabyte of stack.
func onASmallStack<Result: Sendable>(_ body: @escaping @Sendable () -> Result) async -> Result {
  await withCheckedContinuation { continuation in
    let thread = Thread { continuation.resume(returning: body()) }
    thread.stackSize = 512 * 1024
    thread.start()
  }
}

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
