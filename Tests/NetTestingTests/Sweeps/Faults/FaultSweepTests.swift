import Foundation
import Net
import NetTesting
import Stream
import TestSupport
import Testing

/// What fault sweeps find, and what they leave in peace.
@Suite struct FaultSweepTests {
  @Test func aCarefulClientPassesAllFaults() async throws {
    let report = try await everyFault(in: { network in
      PaymentClient.stub(network)
      return try await PaymentClient(network: network).pay(100)
    }).report(.endsInTime, .noLeak, .noDuplicateUnsafeRequest, .sameResultOr(NetworkError.self))
    expectTrue(report.isPassed, "\(report.text)")
    expectEqual(report.runs, 25)
    expectEqual(report.grid?.columns, ["POST https://mock.invalid/payments"])
    expectEqual(report.grid?.rows.count, FaultVocabulary.standard.faults.count)
  }

  @Test func valuesThatCannotBeComparedFailTheSweep() async throws {
    struct Receipt: Sendable { var text: String }
    let report = try await everyFault(in: { network in
      PaymentClient.stub(network)
      return Receipt(text: "\(try await PaymentClient(network: network).pay(100))")
    }).report(.sameResultOr(NetworkError.self))
    expectEqual(report.failures.count, 1)
    expectEqual(report.failures.first?.message.contains("of type Receipt, which is not Equatable"), true)
  }

  @Test func everyFaultOfTheStandardVocabularyHappens() async throws {
    let report = try await everyFault(in: { network in
      PaymentClient.stub(network)
      return try await PaymentClient(network: network).pay(100)
    }).report()
    expectEqual(report.grid?.cells, Array(repeating: [.passed], count: FaultVocabulary.standard.faults.count))
  }

  @Test func aRepeatedPostIsFoundWhereTheServerMayHaveAppliedIt() async throws {
    let report = try await everyFault(in: { network in
      PaymentClient.stub(network)
      return try await PaymentClient(network: network, repeatsPost: true).pay(100)
    }).report()
    let failed = zip(report.grid?.rows ?? [], report.grid?.cells ?? []).filter { $0.1 == [.duplicate] }.map(
      \.0)
    expectEqual(
      failed,
      [
        "reset-before-head", "reset-inside-head", "reset-inside-chunk", "reset-at-end", "timeout",
        "status-500", "status-503-retry-after", "redirect-loop", "truncated-json", "wrong-content-type",
        "empty-body", "lasting-status-503-retry-after",
      ])
  }

  @Test func anIdempotencyKeyAllowsRepeating() async throws {
    var configuration = SweepNetwork.defaultConfiguration
    configuration.interceptors = [RetryPolicy(seed: 1).addingIdempotencyKeys()]
    let report = try await everyFault(
      configuration: configuration,
      in: { network in
        PaymentClient.stub(network)
        return try await PaymentClient(network: network).pay(100)
      }
    ).report()
    expectTrue(report.isPassed, "\(report.text)")
  }

  @Test func anotherIdempotencyKeyForEachAttemptIsADuplicate() async throws {
    let report = try await everyFault(
      of: [.timeout],
      in: { network in
        PaymentClient.stub(network)
        func pay(_ key: String) async throws -> Int? {
          try await network.post("/payments", headers: ["Idempotency-Key": key]).json()["id"].int
        }
        do { return try await pay("1") } catch { return try await pay("2") }
      }
    ).report(.noDuplicateUnsafeRequest)
    #expect(
      report.failures.map(\.message) == [
        """
        POST https://mock.invalid/payments was sent 2 times without the same Idempotency-Key, as the requests 1 and 2, \
        and the server may have applied it each time. Do not send it again, or keep the key when you do: \
        RetryPolicy().addingIdempotencyKeys().
        """
      ])
  }

  @Test(arguments: ["1234567890", "7          "])
  func aNumberThatIsCutOffIsNotTruncatedJSON(_ json: String) async throws {
    let report = try await everyFault(
      of: [.truncatedJSON],
      in: { network in
        network.stub(.get("/a"), with: .json(json))
        return try await network.get("/a").json().int
      }
    ).report()
    expectEqual(report.runs, 2)
    expectEqual(
      report.failures.map(\.message),
      [
        "No fault of the vocabulary can happen to these responses, so nothing was tried: truncated-json."
      ])
  }

  /// Repeats a failed request, up to a number of attempts in all.
  @Sendable private static func load(_ network: SweepNetwork, attempts: Int) async throws -> Int? {
    network.stub(.get("/{name}"), with: .json("1"))
    for _ in 1..<attempts {
      if let value = try? await network.get("/a").json().int { return value }
      try Task.checkCancellation()
    }
    return try await network.get("/a").json().int
  }

  @Test func aRetryWithoutALimitIsFoundByAFaultThatLasts() async throws {
    var limits = SweepLimits()
    limits.requests = 50
    let once = try await everyFault(
      of: [.status(500)], limits: limits, in: { try await Self.load($0, attempts: .max) }
    ).report()
    expectTrue(once.isPassed, "\(once.text)")
    let lasting = try await everyFault(
      of: [.lasting(.status(500))], limits: limits, in: { try await Self.load($0, attempts: .max) }
    ).report()
    expectEqual(lasting.failures.map(\.repeating), ["1:lasting-status-500"])
    expectEqual(
      lasting.failures.first?.message.hasPrefix(
        "The run sent more than 50 requests, the last one GET https://mock.invalid/a."), true)
  }

  @Test func aRetryWithALimitPassesAFaultThatLasts() async throws {
    let report = try await everyFault(in: { try await Self.load($0, attempts: 3) }).report()
    expectTrue(report.isPassed, "\(report.text)")
  }

  @Test func aFaultThatLastsHappensToItsEndpointOnly() async throws {
    let report = try await everyFault(
      of: [.lasting(.truncatedJSON)],
      in: { network in
        network.stub(.get("/{name}"), with: .json("[1]"))
        network.stub(.post("/a"), with: .json("[1]"))
        var failed: [Int] = []
        for (number, path) in ["a", "b", "a?page=2"].enumerated() {
          do { _ = try await network.get("/\(path)").json() } catch { failed.append(number) }
        }
        do { _ = try await network.post("/a").json() } catch { failed.append(3) }
        return failed
      }
    ).report(.sameResult)
    expectEqual(
      report.failures.map(\.message).map { $0.split(separator: " here ").last },
      [
        "it returned [0, 2].", "it returned [1].", "it returned [2].", "it returned [3].",
      ])
  }

  @Test func aMappedErrorPassesIfItsTypeIsExpected() async throws {
    let sweep = everyFault(
      of: [.noConnection],
      in: { network in
        PaymentClient.stub(network)
        return try await PaymentClient(network: network, mapsErrors: true).pay(100)
      })
    let report = try await sweep.report(.sameResultOr(NetworkError.self))
    expectEqual(report.grid?.cells, [[.otherError]])
    #expect(try await sweep.report(.sameResultOr(PaymentClient.Failure.self)).isPassed)
    #expect(try await sweep.report(.sameResultOr()).isPassed)
  }

  @Test func aSwallowedErrorFailsBecauseTheResultDiffers() async throws {
    let report = try await everyFault(
      of: [.status(500)],
      in: { network in
        PaymentClient.stub(network)
        return (try? await PaymentClient(network: network).pay(100)) ?? 0
      }
    ).report()
    expectEqual(report.grid?.cells, [[.otherResult]])
  }

  @Test func aLostContinuationDoesNotEnd() async throws {
    let report = try await everyFault(
      of: [.status(500)],
      in: { network in
        PaymentClient.stub(network)
        return await unsafe withUnsafeContinuation { continuation in
          _ = network.post("/payments").responseJSON { response in
            if let value = response.value { unsafe continuation.resume(returning: value["id"].int) }
          }
        }
      }
    ).report()
    expectEqual(report.grid?.cells, [[.endless]])
    expectEqual(
      report.failures.first?.message,
      """
      The body did not end in time: no request is open, nothing is scheduled, and nothing happened in 0.5 seconds of \
      real time. A continuation or a completion handler may never be called.
      """)
  }

  @Test func aRequestThatOutlivesItsCancelledBodyIsALeak() async throws {
    let report = try await everyFault(
      of: .cancellations,
      in: { network in
        PaymentClient.stub(network)
        let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
        _ = network.post("/payments").responseJSON { response in
          continuation.yield(response.value?["id"].int ?? 0)
          continuation.finish()
        }
        for await id in stream { return id }
        throw CancellationError()
      }
    ).report()
    expectEqual(report.grid?.cells, [[.leak], [.passed], [.passed], [.passed]])
  }

  @Test func aFaultDoesNotUseUpItsStub() async throws {
    var configuration = SweepNetwork.defaultConfiguration
    configuration.interceptors = [RetryPolicy(seed: 1)]
    let report = try await everyFault(
      of: [.noConnection, .status(503), .timeout], configuration: configuration,
      in: { network in
        network.stub(.get("/a"), with: .json("1"), times: 1)
        return try await network.get("/a").json().int
      }
    ).report(.sameResult)
    expectTrue(report.isPassed, "\(report.text)")
  }

  @Test func pairsReachTheRetryOfARequest() async throws {
    var configuration = SweepNetwork.defaultConfiguration
    configuration.interceptors = [RetryPolicy(maximumRetries: 1, seed: 1)]
    let report = try await everyFault(
      of: [.status(503)], configuration: configuration,
      in: { network in
        network.stub(.get("/a"), with: .json("1"))
        return try await network.get("/a").json().int
      }
    ).report(.sameResult)
    expectEqual(report.failures.map(\.repeating), ["1:status-503+2:status-503"])
  }

  @Test func limitsRunsLimitsThePairs() async throws {
    var limits = SweepLimits()
    limits.runs = 5
    let report = try await everyFault(
      limits: limits,
      in: { network in
        network.stub(.get("/{n}"), with: .json("1"))
        _ = try await network.get("/a").json()
        return try await network.get("/b").json().int
      }
    ).report()
    #expect(report.notes.contains { $0.contains("pairs of faults were tried, chosen by seed 1") })
    #expect(report.runs < 2 + 2 * 23 + 5)
  }

  @Test func aTypedValueIsReplacedByBytes() async throws {
    let report = try await everyFault(
      of: .bodies,
      in: { network in
        network.stub(.get("/a"), with: 5)
        return try await network.get("/a").value(.decodable(of: Int.self))
      }
    ).report(.sameResultOr(NetworkError.self))
    expectEqual(report.grid?.cells, [[.passed], [.passed], [.passed], [.none]])
  }

  @Test func eachChunkIsBrokenAndCancelled() async throws {
    let report = try await everyFault(
      of: [.resetInsideChunk, .cancelAfterChunk],
      in: { network in
        network.stub(.get("/log"), with: .stream(["one", "two"], every: .seconds(1)))
        return try await network.get("/log").string()
      }
    ).report()
    expectTrue(report.isPassed, "\(report.text)")
    expectEqual(report.runs, 2 + 4)
  }

  @Test func aSingleCanBeSwept() async throws {
    let report = try await everyFault(observing: { network -> Single<Int> in
      network.stub(.get("/a"), with: .json("1"))
      return Single.create { observer in
        let request = network.get("/a").responseJSON { response in
          observer(response.result.map { $0.int ?? 0 }.mapError { $0 })
        }
        return Disposables.create { request.cancel() }
      }
    }).report(.endsInTime, .noLeak, .sameResultOr(NetworkError.self))
    expectTrue(report.isPassed, "\(report.text)")
  }

  @Test func anObservableThatIsNotCancelledLeaks() async throws {
    let report = try await everyFault(
      of: [.cancelAfterSending],
      observing: { network -> Observable<Int> in
        network.stub(.get("/a"), with: .json("1"))
        return Observable.create { observer in
          _ = network.get("/a").responseJSON { response in
            observer.onNext(response.value?.int ?? 0)
            observer.onCompleted()
          }
          return Disposables.create()
        }
      }
    ).report()
    expectEqual(report.grid?.cells, [[.leak]])
  }

  @Test func aCompletionHandlerThatIsCalledTwiceIsFound() async throws {
    let report = try await everyFault(
      of: [.status(500)], returning: Int.self,
      completing: { network, done in
        network.stub(.get("/a"), with: .json("1"))
        _ = network.get("/a").responseJSON { response in
          if response.error != nil { done(.failure(URLError(.unknown))) }
          done(.success(1))
        }
      }
    ).report()
    expectEqual(report.grid?.cells, [[.misuse]])
  }

  @Test func aFailedExpectationOfTheBodyBelongsToItsRun() async throws {
    let report = try await everyFault(
      of: [.status(500)],
      in: { network in
        network.stub(.get("/a"), with: .json("1"))
        let value = try? await network.get("/a").json()
        expectNotNil(value, "the value is shown")
      }
    ).report()
    expectEqual(report.grid?.cells, [[.misuse]])
    expectEqual(report.failures.first?.message.contains("the value is shown"), true)
  }

  @Test func onlyTheNamedCellRuns() async throws {
    let report = try await everyFault(
      repeating: "1:status-500",
      in: { network in
        PaymentClient.stub(network)
        return try await PaymentClient(network: network, repeatsPost: true).pay(100)
      }
    ).report()
    expectEqual(report.failures.map(\.repeating), ["1:status-500"])
    expectEqual(report.runs, 3)
  }

  @Test func anUnknownCellIsReported() async throws {
    let report = try await everyFault(
      of: [.status(500)], repeating: "4:status-500",
      in: { network in
        PaymentClient.stub(network)
        return try await PaymentClient(network: network).pay(100)
      }
    ).report()
    expectEqual(
      report.failures.first?.message,
      """
      No request of this sweep has the fault 4:status-500. The body sends 1 request, and the faults are: status-500.
      """)
  }

  @Test func aCustomFaultIsTried() async throws {
    let maintenance = SweepFault("planned maintenance") { _ in StubResponse.status(503) }
    let report = try await everyFault(
      of: [maintenance],
      in: { network in
        PaymentClient.stub(network)
        return try await PaymentClient(network: network).pay(100)
      }
    ).report(.sameResult)
    expectEqual(report.failures.map(\.repeating), ["1:planned-maintenance"])
  }

  @Test func codeOutsideOfTheExecutorIsNamedInTheReport() async throws {
    var limits = SweepLimits()
    limits.realTime = .seconds(60)
    let report = try await everyFault(
      of: [.status(500)], limits: limits,
      in: { network in
        PaymentClient.stub(network)
        return try await Task { try await PaymentClient(network: network).pay(100) }.value
      }
    ).report()
    expectTrue(report.isPassed, "\(report.text)")
    expectEqual(
      report.notes,
      [
        """
        code of the body ran outside of the sweep's executor (an unstructured task, the main actor, a queue), so the sweep \
        waited in real time, and the order of events may differ from run to run
        """
      ])
  }
}
