import Dispatch
import Foundation
import Net

extension TransportContract {
  /// The laws by which a task that is cancelled at any time ends exactly once, immediately.
  static let cancellationLaws: [Law] = [
    Law("a task cancelled before resume is never sent") { trial in
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

    Law("a task cancelled before the head ends with CancellationError") { trial in
      trial.script.answer("/held", with: .text("late").delay(.seconds(1)))
      let run = trial.start(trial.request(.get, "held"))
      try await trial.script.waitUntilHeld(1)
      run.task.cancel()
      try await run.end()
      trial.script.clock.advance(by: .seconds(1))
      try await trial.checkNothingFollows([run])
      try ContractBreach.unlessEqual(run.log.summary, ["cancelled"], "events")
    },

    Law("cancelling closes the connection", isAboutSockets: true) { trial in
      trial.script.answer("/held", with: .text("late").delay(.seconds(1)))
      let run = trial.start(trial.request(.get, "held"))
      try await trial.script.waitUntilHeld(1)
      run.task.cancel()
      try await run.end()
      try await trial.waitForClose()
    },

    Law("a task cancelled while it delivers the head delivers only the end") { trial in
      trial.script.answer("/head", with: .data(pattern(1_000_000)))
      let run = trial.start(trial.request(.get, "head")) { event, task in if event.isHead { task.cancel() } }
      try await run.end()
      try await trial.checkNothingFollows([run])
      try ContractBreach.unlessEqual(run.log.summary, ["head 200", "cancelled"], "events")
    },

    Law("a task cancelled while it delivers a chunk delivers only the end") { trial in
      trial.script.answer("/body", with: .data(pattern(1_000_000)))
      let run = trial.start(trial.request(.get, "body")) { event, task in if event.isBody { task.cancel() } }
      try await run.end()
      try await trial.checkNothingFollows([run])
      try ContractBreach.unlessEqual(run.log.summary, ["head 200", "body", "cancelled"], "events")
      let chunks = run.log.events.filter(\.isBody).count
      try ContractBreach.unlessEqual(chunks, 1, "number of chunks")
    },

    Law("cancelling a task during or after its end changes nothing") { trial in
      trial.script.answer("/end", with: .text("hello"))
      let run = trial.start(trial.request(.get, "end")) { event, task in if event.isLast { task.cancel() } }
      try await run.end()
      run.task.cancel()
      run.task.proceed()
      run.task.pause()
      run.task.resume()
      trial.script.answer("/next", with: .status(204))
      _ = try await trial.run(trial.request(.get, "next"))
      try ContractBreach.unlessEqual(run.log.summary, ["head 200", "body", "finished"], "events")
    },

    Law("cancelling one task does not affect the others") { trial in
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

    Law("a task cancelled on another thread at any time ends once") { trial in
      trial.script.answer("/race", with: .data(pattern(40_000)))
      var all: [TransportRun] = []
      for round in 0..<40 {
        let runs = (0..<10).map { _ in trial.make(trial.request(.get, "race")) }
        for (number, run) in runs.enumerated() {
          DispatchQueue.global().async {
            // Busy work that takes longer each time, so that the cancellations come at different times.
            for _ in 0..<(number * round * 40) { _ = run.log.events.count }
            run.task.cancel()
          }
          run.task.resume()
        }
        for run in runs { try await run.end() }
        all += runs
      }
      // A second end would come later than the first one.
      try await trial.checkNothingFollows(all)
    },
  ]

  /// The laws by which a transport holds the body back while its task is paused.
  static let pauseLaws: [Law] = [
    Law("a task paused at the head delivers no body until it proceeds") { trial in
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

    Law("a task paused at its last chunk, or at a head without a body, does not end until it proceeds") {
      trial in
      trial.script.answer("/body", with: .text("hello"))
      trial.script.answer("/empty", with: .status(204))
      trial.script.answer("/next", with: .status(204))
      for (path, events) in [("body", ["head 200", "body"]), ("empty", ["head 204"])] {
        let run = trial.start(trial.request(.get, path)) { event, task in
          if event.isBody || path == "empty" && event.isHead { task.pause() }
        }
        try await run.log.wait(for: "the last event before the end") { _ in run.log.summary == events }
        _ = try await trial.run(trial.request(.get, "next"))
        try ContractBreach.unlessEqual(run.log.summary, events, "events while it is paused")
        run.task.proceed()
        try await run.end()
        try ContractBreach.unlessEqual(run.log.summary, events + ["finished"], "events")
      }
    },

    Law("pausing and proceeding at every chunk loses nothing") { trial in
      trial.script.answer("/chunks", with: .data(pattern(300_000)))
      let run = trial.start(trial.request(.get, "chunks")) { event, task in
        guard event.isBody else { return }
        task.pause()
        task.proceed()
      }
      try await run.end()
      try ContractBreach.unless(run.log.body == pattern(300_000), "the body is not what was answered")
    },

    Law("a task cancelled while it is paused ends") { trial in
      trial.script.answer("/paused", with: .text("hello"))
      let run = trial.start(trial.request(.get, "paused")) { event, task in if event.isHead { task.pause() } }
      try await run.reach("the head") { $0.isHead }
      run.task.cancel()
      try await run.end()
      try await trial.checkNothingFollows([run])
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
