import Measuring
import OpenCombine
import Stream

/// An element of several words, one of which is counted.
struct Reading: Sendable {
  var place: String
  var time: Double
  var number: Int
}

extension Pushing {
  /// Structures from a subject through map, filter, map.
  static let structs = Workload("push-struct", per: "element", count: 100_000)
    .stream { round in
      let tally = Tally()
      let subject = opaque(PublishSubject<Reading>())
      let later = opaque { (source: Observable<Reading>) in source.map(advanced) }
      let filter = opaque { (source: Observable<Reading>) in source.filter { $0.number >= 0 } }
      let subscription = later(filter(later(subject.asObservable())))
        .subscribe(onNext: { tally.add($0.number) })
      let reading = opaque(first)
      round.start()
      for _ in 0..<round.count { subject.onNext(reading) }
      round.stop()
      subscription.dispose()
      try round.expect(tally.sum, 2 * round.count)
    }
    .openCombine { round in
      let tally = Tally()
      let subject = opaque(PassthroughSubject<Reading, any Error>())
      let stages = opaque(opaque(opaque(subject.map(advanced)).filter { $0.number >= 0 }).map(advanced))
      let subscription = stages.sink(receiveCompletion: { _ in }, receiveValue: { tally.add($0.number) })
      let reading = opaque(first)
      round.start()
      for _ in 0..<round.count { subject.send(reading) }
      round.stop()
      subscription.cancel()
      try round.expect(tally.sum, 2 * round.count)
    }
    .floor { round in
      typealias Next = (Reading) -> Void
      let tally = Tally()
      let later = opaque { (next: @escaping Next) -> Next in { next(advanced($0)) } }
      let filter = opaque { (next: @escaping Next) -> Next in { if $0.number >= 0 { next($0) } } }
      let next = later(filter(later(opaque { tally.add($0.number) })))
      let reading = opaque(first)
      round.start()
      for _ in 0..<round.count { next(reading) }
      round.stop()
      try round.expect(tally.sum, 2 * round.count)
    }

  private static let first = Reading(
    place: "a place with a name of more than fifteen letters", time: 0, number: 0)

  @Sendable private static func advanced(_ reading: Reading) -> Reading {
    Reading(place: reading.place, time: reading.time + 1, number: reading.number &+ 1)
  }
}
