import Measuring
import OpenCombine
import Stream

/// An element of several words, one of which is summed.
struct Reading: Sendable {
  var place: String
  var time: Double
  var number: Int
}

extension Pushing {
  /// Structs from a subject through map, filter and map.
  static let structs = Workload("push-struct", per: "element", count: 100_000)
    .stream { round in
      let tally = Tally()
      let subject = opaque(PublishSubject<Reading>())
      let stages = opaque(Stages())
      let subscription = stages.advance(stages.filter(stages.advance(subject.asObservable())))
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
      let tally = Tally()
      let stages = opaque(FloorStages())
      let next = opaque(stages.advance(stages.filter(stages.advance(Next { tally.add($0.number) })))).call
      let reading = opaque(first)
      round.start()
      for _ in 0..<round.count { next(reading) }
      round.stop()
      try round.expect(tally.sum, 2 * round.count)
    }

  private struct Stages {
    let advance = { (source: Observable<Reading>) in source.map(advanced) }
    let filter = { (source: Observable<Reading>) in source.filter { $0.number >= 0 } }
  }

  private struct FloorStages {
    let advance = { (next: Next) in Next { next.call(advanced($0)) } }
    let filter = { (next: Next) in Next { if $0.number >= 0 { next.call($0) } } }
  }

  private struct Next {
    let call: (Reading) -> Void
  }

  private static let first = Reading(
    place: "a place with a name of more than fifteen letters", time: 0, number: 0)

  @Sendable private static func advanced(_ reading: Reading) -> Reading {
    Reading(place: reading.place, time: reading.time + 1, number: reading.number &+ 1)
  }
}
