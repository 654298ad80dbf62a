import Dispatch
import Foundation
import Net

extension TransportContract {
  /// Cancelled at any moment, a task ends once, at once, and for good.
  static let cancellationLaws: [Law] = [
    Law("cancelled before resume it is never sent") { trial in
      trial.script.answer("/never", with: .status(204))
      trial.script.answer("/next", with: .status(204))
      let run = trial.make(trial.request(.get, "never"))
      run.task.cancel()
      run.task.resume()
      try await run.end()
      try ContractBreach.unlessEqual(run.log.summary, ["cancelled"], "events")
      _ = try await trial.run(trial.request(.get, "next"))
      try ContractBreach.unlessEqual(trial.script.requests.map(\.url.path), ["/next"], "requests to")
    },

    Law("cancelled before the head it ends with a CancellationError") { trial in
      trial.script.answer("/held", with: .text("late").delay(.seconds(1)))
      let run = trial.start(trial.request(.get, "held"))
      try await trial.script.waitUntilHeld(1)
      run.task.cancel()
      try await run.end()
      trial.script.clock.advance(by: .seconds(1))
      try ContractBreach.unlessEqual(run.log.summary, ["cancelled"], "events")
    },

    Law("cancelling closes the connection", isAboutSockets: true) { trial in
      trial.script.answer("/held", with: .text("late").delay(.seconds(1)))
      let run = trial.start(trial.request(.get, "held"))
      try await trial.script.waitUntilHeld(1)
      run.task.cancel()
      try await run.end()
      try await trial.server?.waitForClientCloses(1, timeout: ContractPatience.limit)
    },

    Law("cancelled inside the head it tells nothing but the end") { trial in
      trial.script.answer("/head", with: .data(pattern(1_000_000)))
      let run = trial.start(trial.request(.get, "head")) { event, task in if event.isHead { task.cancel() } }
      try await run.end()
      try ContractBreach.unlessEqual(run.log.summary, ["head 200", "cancelled"], "events")
    },

    Law("cancelled inside a piece of the body it tells nothing but the end") { trial in
      trial.script.answer("/body", with: .data(pattern(1_000_000)))
      let run = trial.start(trial.request(.get, "body")) { event, task in if event.isBody { task.cancel() } }
      try await run.end()
      try ContractBreach.unlessEqual(run.log.summary, ["head 200", "body", "cancelled"], "events")
      let pieces = run.log.events.filter(\.isBody).count
      try ContractBreach.unlessEqual(pieces, 1, "number of pieces")
    },

    Law("cancelled inside its end, or after it, nothing happens") { trial in
      trial.script.answer("/end", with: .text("hello"))
      let run = trial.start(trial.request(.get, "end")) { event, task in if event.isEnd { task.cancel() } }
      try await run.end()
      run.task.cancel()
      run.task.proceed()
      run.task.pause()
      run.task.resume()
      trial.script.answer("/next", with: .status(204))
      _ = try await trial.run(trial.request(.get, "next"))
      try ContractBreach.unlessEqual(run.log.summary, ["head 200", "body", "finished"], "events")
    },

    Law("cancelling one leaves the others alone") { trial in
      trial.script.answer("/held", with: .text("late").delay(.seconds(1)))
      let runs = (0..<4).map { _ in trial.start(trial.request(.get, "held")) }
      try await trial.script.waitUntilHeld(4)
      runs[1].task.cancel()
      try await runs[1].end()
      trial.script.clock.advance(by: .seconds(1))
      for run in [runs[0], runs[2], runs[3]] {
        try await run.end()
        try ContractBreach.unlessEqual(run.log.summary, ["head 200", "body", "finished"], "events")
      }
    },

    Law("cancelled from another thread at any moment it ends once") { trial in
      trial.script.answer("/race", with: .data(pattern(40_000)))
      for round in 0..<40 {
        let runs = (0..<10).map { _ in trial.make(trial.request(.get, "race")) }
        for (number, run) in runs.enumerated() {
          DispatchQueue.global().async {
            // Something to do meanwhile, a little more each time, so that the moments differ.
            for _ in 0..<(number * round * 40) { _ = run.log.events.count }
            run.task.cancel()
          }
          run.task.resume()
        }
        for run in runs { try await run.end() }
      }
    },
  ]

  /// Holding the body back, for as long as a transport can.
  static let pauseLaws: [Law] = [
    Law("paused at the head it keeps the body until it proceeds") { trial in
      trial.script.answer("/paused", with: .text("hello"))
      let run = trial.start(trial.request(.get, "paused")) { event, task in if event.isHead { task.pause() } }
      try await run.reach("the head") { $0.isHead }
      trial.script.answer("/next", with: .status(204))
      _ = try await trial.run(trial.request(.get, "next"))
      try ContractBreach.unlessEqual(run.log.summary, ["head 200"], "events while it is paused")
      run.task.proceed()
      try await run.end()
      try ContractBreach.unlessEqual(run.log.summary, ["head 200", "body", "finished"], "events")
      try ContractBreach.unlessEqual(run.log.body, Data("hello".utf8), "the body")
    },

    Law("pausing and proceeding at every piece loses nothing") { trial in
      trial.script.answer("/pieces", with: .data(pattern(300_000)))
      let run = trial.start(trial.request(.get, "pieces")) { event, task in
        guard event.isBody else { return }
        task.pause()
        task.proceed()
      }
      try await run.end()
      try ContractBreach.unless(run.log.body == pattern(300_000), "the body is not what was answered")
    },

    Law("cancelled while it is paused it ends") { trial in
      trial.script.answer("/paused", with: .text("hello"))
      let run = trial.start(trial.request(.get, "paused")) { event, task in if event.isHead { task.pause() } }
      try await run.reach("the head") { $0.isHead }
      run.task.cancel()
      try await run.end()
      try ContractBreach.unlessEqual(run.log.summary, ["head 200", "cancelled"], "events")
    },

    Law("proceeding without a pause does nothing") { trial in
      trial.script.answer("/proceed", with: .text("hello"))
      let run = trial.make(trial.request(.get, "proceed")) { event, task in task.proceed() }
      run.task.proceed()
      run.task.resume()
      try await run.end()
      try ContractBreach.unlessEqual(run.log.summary, ["head 200", "body", "finished"], "events")
    },
  ]
}
