import Stream
import TestSupport
import Testing

/// Law 7 for streams that contain themselves, as the last of several: four thousand levels on a small stack.
@Suite struct Law07_Recursion {
  private static let many = 4000

  /// A stream of a number and of what follows it.
  struct Form: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let join: @Sendable (Observable<Int>, Observable<Int>) -> Observable<Int>

    init(_ name: String, _ join: @escaping @Sendable (Observable<Int>, Observable<Int>) -> Observable<Int>) {
      testDescription = name
      self.join = join
    }
  }

  /// Forms that run the second stream in place of the first.
  static let collections = [
    Form("concat(_:)") { $0.concat($1) },
    Form("concat of arguments") { .concat($0, $1) },
    Form("concat of three arguments") { .concat($0, .empty(), $1) },
    Form("concat of an array") { .concat([$0, $1]) },
    Form("concat of a slice") { .concat([$0, $1][...]) },
    Form("concat of a lazy collection") { .concat(Chosen(streams: [$0, $1])) },
    Form("concat within concat") { .concat([.concat([$0]), .concat([$1])]) },
    Form("catch(sequence:) of an array") { .catch(sequence: [failing($0), $1]) },
    Form("catch(sequence:) of a lazy collection") { .catch(sequence: Chosen(streams: [failing($0), $1])) },
    Form("concat within catch(sequence:)") { .catch(sequence: [failing($0), .concat([.empty(), $1])]) },
    Form("catch(sequence:) within concat") { .concat([$0, .catch(sequence: [failing(.empty()), $1])]) },
  ]

  /// Forms that do not know that nothing follows the second stream.
  static let sequences = [
    Form("concat of a sequence") { .concat(Listed(streams: [$0, $1])) },
    Form("concat of an array in a sequence") { .concat(Listed(streams: [$0, .concat([.empty(), $1])])) },
    Form("concat of a sequence in an array") { .concat([$0, .concat(Listed(streams: [.empty(), $1]))]) },
    Form("catch(sequence:) of a sequence") { .catch(sequence: Listed(streams: [failing($0), $1])) },
  ]

  private static func failing(_ stream: Observable<Int>) -> Observable<Int> {
    stream.concat(Observable.error(Boom()))
  }

  @Test(arguments: collections + sequences)
  func streamsThatEndAtOnce(_ form: Form) async {
    @Sendable func count(from number: Int) -> Observable<Int> {
      guard number < Self.many else { return .just(number) }
      return form.join(.just(number), .deferred { count(from: number + 1) })
    }
    expectEqual(await lastElementOnASmallStack { count(from: 1) }, Self.many)
  }

  @Test(arguments: collections + sequences)
  func streamsThatEndLater(_ form: Form) async {
    let count = await onASmallStack {
      let ticks = PublishSubject<Int>()
      @Sendable func next() -> Observable<Int> { form.join(ticks.take(1), .deferred { next() }) }
      let count = Count()
      let subscription = next().subscribe(onNext: { _ in count.increment() })
      for tick in 0..<Self.many { ticks.onNext(tick) }
      subscription.dispose()
      return count.value
    }
    expectEqual(count, Self.many)
  }

  @Test(arguments: collections + sequences)
  func theEndOfTheInnermostStream(_ form: Form) async {
    let ends = await onASmallStack {
      let ticks = PublishSubject<Int>()
      @Sendable func next(_ number: Int) -> Observable<Int> {
        number == Self.many ? ticks.asObservable() : form.join(ticks.take(1), .deferred { next(number + 1) })
      }
      let ends = Count()
      _ = next(1).subscribe(onCompleted: { ends.increment() })
      for tick in 1..<Self.many { ticks.onNext(tick) }
      ticks.onCompleted()
      return ends.value
    }
    expectEqual(ends, 1)
  }

  @Test(arguments: collections)
  func finishedStreamsAreReleased(_ form: Form) {
    let ticks = PublishSubject<Int>()
    let tokens = Roll()
    @Sendable func next() -> Observable<Int> {
      let token = tokens.token()
      return form.join(
        ticks.take(1).do(onNext: { _ in withExtendedLifetime(token) {} }), .deferred { next() })
    }
    let subscription = next().subscribe()
    for tick in 0..<1000 { ticks.onNext(tick) }
    #expect(tokens.living <= 2)
    subscription.dispose()
    expectEqual(tokens.living, 0)
  }
}

/// A collection that makes its elements when they are asked for.
private struct Chosen: Collection, Sendable {
  let streams: [Observable<Int>]
  var startIndex: Int { 0 }
  var endIndex: Int { streams.count }

  subscript(position: Int) -> Observable<Int> { streams[position] }

  func index(after position: Int) -> Int { position + 1 }
}

/// A sequence that does not say how many elements are left.
private struct Listed: Sequence, Sendable {
  let streams: [Observable<Int>]

  func makeIterator() -> AnyIterator<Observable<Int>> {
    var iterator = streams.makeIterator()
    return AnyIterator { iterator.next() }
  }
}

/// Counts the tokens that have not been released.
private final class Roll: Sendable {
  private let count = Locked(0)

  final class Member: Sendable {
    let roll: Roll
    init(_ roll: Roll) { self.roll = roll }
    deinit { roll.count.update { $0 -= 1 } }
  }

  var living: Int { count.value }

  func token() -> Member {
    count.update { $0 += 1 }
    return Member(self)
  }
}
