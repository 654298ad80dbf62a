import Stream
import TestSupport
import Testing

/// Law 7 for streams that follow one another: a hundred thousand of them, on a small stack.
@Suite struct Law07_Handover {
  private static let many = 100_000

  @Test func concatOfASequence() async {
    let last = await lastElementOnASmallStack {
      Observable.concat((1...Self.many).map { Observable.just($0) })
    }
    expectEqual(last, Self.many)
  }

  @Test func concatThatRecursesThroughDeferred() async {
    @Sendable func pages(from number: Int) -> Observable<Int> {
      guard number < Self.many else { return .just(number) }
      return Observable.just(number).concat(Observable.deferred { pages(from: number + 1) })
    }
    expectEqual(await lastElementOnASmallStack { pages(from: 1) }, Self.many)
  }

  @Test func catchOfASequence() async {
    let last = await lastElementOnASmallStack {
      Observable.catch(
        sequence: (1...Self.many).map { number in
          number < Self.many ? Observable.error(Boom()) : Observable.just(number)
        })
    }
    expectEqual(last, Self.many)
  }

  @Test func ifEmptyThatRecurses() async {
    @Sendable func search(from number: Int) -> Observable<Int> {
      guard number < Self.many else { return .just(number) }
      return Observable<Int>.empty().ifEmpty(switchTo: .deferred { search(from: number + 1) })
    }
    expectEqual(await lastElementOnASmallStack { search(from: 1) }, Self.many)
  }

  @Test func paginate() async {
    let last = await lastElementOnASmallStack {
      Observable.paginate(first: .just(1)) { page in page < Self.many ? .just(page + 1) : nil }
    }
    expectEqual(last, Self.many)
  }
}
