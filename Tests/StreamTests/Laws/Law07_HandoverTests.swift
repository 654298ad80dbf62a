import Foundation
import Stream
import Testing

/// Law 7 for streams that follow one another: a hundred thousand of them, on a small stack.
@Suite struct Law07_Handover {
  private static let many = 100_000

  private func lastElement(_ make: @escaping @Sendable () -> Observable<Int>) async -> Int? {
    await withCheckedContinuation { continuation in
      let thread = Thread {
        let last = Shared<Int?>(nil)
        _ = make().subscribe(onNext: { last.value = $0 })
        continuation.resume(returning: last.value)
      }
      thread.stackSize = 512 * 1024
      thread.start()
    }
  }

  @Test func concatOfASequence() async {
    let last = await lastElement {
      Observable.concat((1...Self.many).map { Observable.just($0) })
    }
    #expect(last == Self.many)
  }

  @Test func concatThatRecursesThroughDeferred() async {
    @Sendable func pages(from number: Int) -> Observable<Int> {
      guard number < Self.many else { return .just(number) }
      return Observable.just(number).concat(Observable.deferred { pages(from: number + 1) })
    }
    #expect(await lastElement { pages(from: 1) } == Self.many)
  }

  @Test func catchOfASequence() async {
    let last = await lastElement {
      Observable.catch(
        sequence: (1...Self.many).map { number in
          number < Self.many ? Observable.error(Boom()) : Observable.just(number)
        })
    }
    #expect(last == Self.many)
  }

  @Test func ifEmptyThatRecurses() async {
    @Sendable func search(from number: Int) -> Observable<Int> {
      guard number < Self.many else { return .just(number) }
      return Observable<Int>.empty().ifEmpty(switchTo: .deferred { search(from: number + 1) })
    }
    #expect(await lastElement { search(from: 1) } == Self.many)
  }
}
