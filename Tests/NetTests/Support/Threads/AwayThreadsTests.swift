#if os(Linux)
  import Dispatch
  import Foundation
  import TestSupport
  import Testing

  @testable import Net

  /// Where the system does not note the processor of a thread, no thread is followed.
  @Suite struct AwayThreadsTests {
    @Test func aThreadThatComputesIsFollowed() {
      var away = AwayThreads()
      let thread = AwayThreads.Thread.current
      away.leads(thread)
      _ = away.leaves()
      let start = thread.time
      compute { thread.time > start + 1_000 }
      #expect((away.nextProcessor() != nil) == (thread.processor >= 0))
    }

    @Test func aThreadThatWaitsIsNotFollowed() async {
      var away = AwayThreads()
      let gate = DispatchSemaphore(value: 0)
      away.leads(
        await withCheckedContinuation { continuation in
          Thread.detachNewThread {
            continuation.resume(returning: .current)
            gate.wait()
          }
        })
      _ = away.leaves()
      await waitPatiently { away.nextProcessor() == nil }
      #expect(away.nextProcessor() == nil)
      gate.signal()
    }

    @Test func aThreadThatIsBackIsNotFollowed() {
      var away = AwayThreads()
      let thread = AwayThreads.Thread.current
      away.leads(thread)
      _ = away.leaves()
      away.isBack(thread)
      #expect(away.nextProcessor() == nil)
    }

    @Test("While a job computes, a thread of its crew runs on its processor only, and afterwards on all")
    func theWatcherFollowsALongJob() async {
      guard AwayThreads.Thread.current.processor >= 0, ProcessInfo.processInfo.activeProcessorCount > 1 else {
        return
      }
      let crew = JobCrew("follow")
      let usual = Self.places(of: "self")
      let isFollowed = await withCheckedContinuation { continuation in
        crew.add {
          var isFollowed = false
          compute {
            // Without other jobs there is no watcher.
            crew.add {}
            isFollowed = Self.members("follow").contains { !$0.isEmpty && !$0.contains(where: ",-".contains) }
            return isFollowed
          }
          continuation.resume(returning: isFollowed)
        }
      }
      #expect(isFollowed)
      await waitPatiently { Self.members("follow").allSatisfy { $0 == usual } }
      #expect(Self.members("follow").allSatisfy { $0 == usual })
      crew.finish()
    }

    /// Keeps a processor busy until the condition holds.
    private func compute(until isThere: () -> Bool) {
      let end = ContinuousClock.now + .patience
      while !isThere(), ContinuousClock.now < end {}
    }

    /// The processors that the threads of this name may use.
    private static func members(_ name: String) -> [String] {
      let threads = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task")) ?? []
      return threads.filter { text("self/task/\($0)/comm") == "\(name)\n" }.map {
        places(of: "self/task/\($0)")
      }
    }

    private static func places(of task: String) -> String {
      let line = text("\(task)/status").split(separator: "\n").first { $0.hasPrefix("Cpus_allowed_list:") }
      return line?.split(separator: "\t").last.map(String.init) ?? ""
    }

    private static func text(_ path: String) -> String {
      let data = try? FileHandle(forReadingAtPath: "/proc/\(path)")?.readToEnd()
      return String(decoding: data ?? Data(), as: UTF8.self)
    }
  }
#endif
