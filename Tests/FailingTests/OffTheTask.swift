import NetTesting
import Testing

private let others = Captured<Int>()
private let isRecorded = Captured<Bool>()

// Alone in its run: while the issue of another test is being handled, Swift Testing passes one of no test on twice.
@Test(.netTesting, arguments: 1...3) func offTheTask(number: Int) async {
  if number > 1 {
    others.set(number)
    await isRecorded.next()
    return
  }
  for _ in 2...3 { await others.next() }
  await Task.detached {
    _ = Issue.record("it belongs to no test")  // fails: it belongs to no test
  }.value
  for _ in 2...3 { isRecorded.set(true) }
}
