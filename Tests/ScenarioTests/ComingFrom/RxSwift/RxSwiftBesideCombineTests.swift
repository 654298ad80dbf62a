import Foundation
import NetTesting
import Testing

import protocol Stream.Scheduler

/// A name that Combine has, too, in a file that imports the declaration.
@Suite struct RxSwiftBesideCombineTests {
  @Test func aSchedulerIsThatOfThisLibrary() {
    // Row: Beside Combine, import the names that both have
    let clock = TestScheduler()
    let scheduler: any Scheduler = clock
    let ticks = Captured<Int>()
    _ = scheduler.schedule(after: .seconds(1)) { ticks.set(1) }
    clock.advance(by: .seconds(1))
    #expect(ticks.values == [1])
  }
}
