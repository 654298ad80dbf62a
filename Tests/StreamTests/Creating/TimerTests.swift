import NetTesting
import Stream
import TestSupport
import Testing

@Suite struct TimerTests {
  private let scheduler = TestScheduler()

  @Test func sendsOnceAndCompletes() {
    let result = scheduler.start { [scheduler] in
      Observable<Int>.timer(.seconds(300), scheduler: scheduler)
    }
    expectEqual(result.events, [.next(500, 0), .completed(500)])
    expectEqual(scheduler.pendingCount, 0)
  }

  @Test func ticksAtItsPeriod() {
    let result = scheduler.start { [scheduler] in
      Observable<Int64>.timer(.seconds(100), period: .seconds(300), scheduler: scheduler)
    }
    expectEqual(result.events, [.next(300, 0), .next(600, 1), .next(900, 2)])
    expectEqual(scheduler.pendingCount, 0)
  }

  @Test func anIntervalWaitsForItsFirstPeriod() {
    let result = scheduler.start { [scheduler] in
      Observable<Int>.interval(.seconds(100), scheduler: scheduler)
    }
    expectEqual(
      result.events,
      [
        .next(300, 0), .next(400, 1), .next(500, 2), .next(600, 3), .next(700, 4), .next(800, 5),
        .next(900, 6),
      ])
  }

  @Test func disposalInsideATickStopsIt() {
    let result = scheduler.start { [scheduler] in
      Observable<Int>.interval(.seconds(100), scheduler: scheduler).take(2)
    }
    expectEqual(result.events, [.next(300, 0), .next(400, 1), .completed(400)])
    expectEqual(scheduler.pendingCount, 0)
  }

  @Test func ticksDoNotDriftDuringLongDeliveries() {
    let times = Log<Duration>()
    let subscription = Observable<Int>.interval(.seconds(10), scheduler: scheduler)
      .subscribe(onNext: { [scheduler] number in
        times.write(scheduler.now)
        if number == 0 { scheduler.advance(by: 3) }
      })
    scheduler.advance(to: 35)
    expectEqual(times.entries, [.seconds(10), .seconds(20), .seconds(30)])
    subscription.dispose()
  }

  @Test func aSingleSucceedsAfterTheDelay() {
    let probe = Probe<Int>()
    let subscription = Single<Int>.timer(.seconds(5), scheduler: scheduler).subscribe(probe.onResult)
    scheduler.advance(by: 4)
    expectTrue(probe.events.isEmpty)
    scheduler.advance(by: 1)
    expectEqual(probe.elements, [0])
    subscription.dispose()
  }
}
