import TestSupport
import Testing

@testable import Net

@Suite struct AuthenticationStateTests {
  private typealias State = AuthenticationState<String, String>

  private func state(_ credential: String? = "old", window: RefreshWindow? = nil) -> State {
    State(credential, window: window)
  }

  /// A state that runs refresh number 1, for which "a" waits.
  private func refreshing() -> State {
    var state = state()
    _ = state.refused("a", carried: 0, at: .zero)
    return state
  }

  private func words(_ ending: State.Ending, _ state: State) -> String { words(ending.action, state) }

  private func words(_ action: State.Action, _ state: State) -> String {
    switch action {
    case .nothing: "nothing"
    case .refresh(let credential, let number): "refresh \(credential) #\(number)"
    case .proceed(let waiters): "\(waiters.joined(separator: " ")) with \(state.credential ?? "none")"
    case .fail(let waiters, let error): "\(waiters.joined(separator: " ")) fail \(error)"
    }
  }

  @Test func aRequestIsSentWithTheCredential() {
    var state = state()
    expectEqual(words(state.send("a", stale: nil, at: .zero), state), "a with old")
  }

  @Test func withoutACredentialRequestsFail() {
    var state = state(nil)
    expectEqual(words(state.send("a", stale: nil, at: .zero), state), "a fail there is no credential")
    expectEqual(words(state.refused("a", carried: nil, at: .zero), state), "a fail there is no credential")
  }

  @Test func aStaleCredentialIsRefreshedFirst() {
    var state = state()
    expectEqual(words(state.send("a", stale: 0, at: .zero), state), "refresh old #1")
    expectEqual(words(state.refreshed(.success("new"), number: 1), state), "a with new")
  }

  @Test func stalenessOfAnOldCredentialIsIgnored() {
    var state = state()
    _ = state.set("new")
    expectEqual(words(state.send("a", stale: 0, at: .zero), state), "a with new")
  }

  @Test func theFirstRejectionRefreshesAndTheOthersWait() {
    var state = state()
    expectEqual(words(state.refused("a", carried: 0, at: .zero), state), "refresh old #1")
    expectEqual(words(state.refused("b", carried: 0, at: .zero), state), "nothing")
    expectEqual(words(state.refused("c", carried: 0, at: .zero), state), "nothing")
    expectEqual(words(state.refreshed(.success("new"), number: 1), state), "a b c with new")
    expectEqual(state.credential, "new")
  }

  @Test(.heavy) func theTimeForAWaitingRequestDoesNotGrowWithTheirNumber() {
    func time(_ count: Int) -> Duration {
      var state = refreshing()
      return processorTime { for _ in 0..<count { _ = state.refused("b", carried: 0, at: .zero) } }
    }
    expectLinearTime(from: 1_000, time: time)
  }

  @Test func requestsStartedDuringARefreshWait() {
    var state = refreshing()
    expectEqual(words(state.send("b", stale: nil, at: .zero), state), "nothing")
    expectEqual(words(state.refreshed(.success("new"), number: 1), state), "a b with new")
  }

  @Test func aRejectionOfAnOldCredentialDoesNotRefresh() {
    var state = refreshing()
    _ = state.refreshed(.success("new"), number: 1)
    expectEqual(words(state.refused("b", carried: 0, at: .zero), state), "b with new")
    expectEqual(words(state.refused("c", carried: nil, at: .zero), state), "c with new")
  }

  @Test func aFailedRefreshFailsAllWaitingRequests() {
    var state = refreshing()
    _ = state.refused("b", carried: 0, at: .zero)
    expectEqual(words(state.refreshed(.failure(Broken()), number: 1), state), "a b fail Broken()")
    expectEqual(state.credential, "old")
  }

  @Test func afterAFailedRefreshTheNextRejectionRefreshesAgain() {
    var state = refreshing()
    _ = state.refreshed(.failure(Broken()), number: 1)
    expectEqual(words(state.refused("b", carried: 0, at: .zero), state), "refresh old #2")
  }

  @Test func aSecondCompletionIsIgnored() {
    var state = refreshing()
    _ = state.refreshed(.success("new"), number: 1)
    expectEqual(words(state.refreshed(.success("newer"), number: 1), state), "nothing")
    expectEqual(state.credential, "new")
  }

  @Test func settingTheCredentialEndsTheRefresh() {
    var state = refreshing()
    expectEqual(words(state.set("given"), state), "a with given")
    expectEqual(words(state.refreshed(.success("new"), number: 1), state), "nothing")
    expectEqual(state.credential, "given")
  }

  @Test func removingTheCredentialFailsWaitingRequests() {
    var state = refreshing()
    expectEqual(words(state.set(nil), state), "a fail there is no credential")
    expectNil(state.credential)
  }

  @Test func settingTheCredentialWithoutWaitingRequests() {
    var state = state(nil)
    expectEqual(words(state.set("given"), state), "nothing")
    expectEqual(words(state.send("a", stale: nil, at: .zero), state), "a with given")
  }

  // MARK: - A refresh that takes too long

  @Test func anExpiredRefreshFailsAllWaitingRequests() {
    var state = refreshing()
    _ = state.refused("b", carried: 0, at: .zero)
    guard case .fail(let waiters, let error as NetworkError) = state.expired(number: 1) else {
      Issue.record("no request fails")
      return
    }
    expectEqual(waiters, ["a", "b"])
    expectEqual(error.reason, .timeout(.credential))
    expectEqual(state.credential, "old")
  }

  @Test func afterAnExpiredRefreshTheNextRejectionStartsAnother() {
    var state = refreshing()
    _ = state.expired(number: 1)
    expectEqual(words(state.send("b", stale: nil, at: .zero), state), "b with old")
    expectEqual(words(state.refused("c", carried: 0, at: .zero), state), "refresh old #2")
    expectEqual(words(state.expired(number: 1), state), "nothing")
    expectEqual(words(state.refreshed(.success("new"), number: 2), state), "c with new")
  }

  @Test func aCompletedRefreshDoesNotExpire() {
    var state = refreshing()
    _ = state.refreshed(.success("new"), number: 1)
    expectEqual(words(state.expired(number: 1), state), "nothing")
  }

  @Test func aLateCredentialIsStored() {
    var state = refreshing()
    _ = state.expired(number: 1)
    expectEqual(words(state.refreshed(.success("late"), number: 1), state), " with late")
    expectEqual(state.credential, "late")
    expectEqual(words(state.refused("b", carried: 0, at: .zero), state), "b with late")
  }

  @Test func aLateCredentialReleasesRequestsOfTheNextRefresh() {
    var state = refreshing()
    _ = state.expired(number: 1)
    _ = state.refused("b", carried: 0, at: .zero)
    expectEqual(words(state.refreshed(.success("late"), number: 1), state), "b with late")
    expectEqual(words(state.send("c", stale: nil, at: .zero), state), "c with late")
    expectEqual(words(state.refreshed(.success("newer"), number: 2), state), " with newer")
    expectEqual(state.credential, "newer")
  }

  @Test func aLateCredentialDoesNotReplaceANewerOne() {
    var state = refreshing()
    _ = state.expired(number: 1)
    _ = state.refused("b", carried: 0, at: .zero)
    _ = state.refreshed(.success("new"), number: 2)
    expectEqual(words(state.refreshed(.success("late"), number: 1), state), "nothing")
    expectEqual(state.credential, "new")
  }

  @Test func aLateCredentialIsIgnoredAfterTheCredentialWasSet() {
    var state = refreshing()
    _ = state.expired(number: 1)
    _ = state.set(nil)
    expectEqual(words(state.refreshed(.success("late"), number: 1), state), "nothing")
    expectNil(state.credential)
  }

  /// The next refresh may have begun before the deadlines of the former one are stopped.
  @Test func theEndOfARefreshStopsNoLaterDeadline() {
    var state = refreshing()
    expectEqual(state.refreshed(.success("new"), number: 1).lastEnded, 1)
    _ = state.refused("b", carried: 1, at: .zero)
    _ = state.expired(number: 2)
    _ = state.refused("c", carried: 1, at: .zero)
    expectEqual(state.refreshed(.failure(Broken()), number: 2).lastEnded, 2)
    expectEqual(state.refreshed(.success("newer"), number: 3).lastEnded, 3)
  }

  @Test func aLateCredentialStopsTheDeadlineOfTheNextRefresh() {
    var state = refreshing()
    _ = state.expired(number: 1)
    _ = state.refused("b", carried: 0, at: .zero)
    expectEqual(state.refreshed(.success("late"), number: 1).lastEnded, 2)
    expectEqual(state.set(nil).lastEnded, 2)
  }

  @Test func aLateFailureIsIgnored() {
    var state = refreshing()
    _ = state.expired(number: 1)
    _ = state.refused("b", carried: 0, at: .zero)
    expectEqual(words(state.refreshed(.failure(Broken()), number: 1), state), "nothing")
    expectEqual(words(state.refreshed(.success("new"), number: 2), state), "b with new")
  }

  /// Refreshes and succeeds at once, if the window allows it.
  private func refresh(_ state: inout State, at now: Duration) -> String {
    let action = state.refused("a", carried: state.generation, at: now)
    if case .refresh(_, let number) = action { _ = state.refreshed(.success("new"), number: number) }
    return words(action, state)
  }

  @Test func theWindowLimitsTheAttempts() {
    var state = state(window: RefreshWindow(interval: .seconds(30), maximumAttempts: 2))
    expectEqual(refresh(&state, at: .seconds(0)), "refresh old #1")
    expectEqual(refresh(&state, at: .seconds(10)), "refresh new #2")
    expectEqual(refresh(&state, at: .milliseconds(29_999)), "a fail the credential was refreshed too often")
    expectEqual(refresh(&state, at: .seconds(30)), "refresh new #3")
    expectEqual(refresh(&state, at: .milliseconds(39_999)), "a fail the credential was refreshed too often")
    expectEqual(refresh(&state, at: .seconds(40)), "refresh new #4")
  }

  @Test func theDefaultWindowIsFiveInThirtySeconds() {
    var state = state(window: RefreshWindow())
    let refreshes = (0..<6).map { refresh(&state, at: .seconds($0)) }
    expectEqual(refreshes.count { $0.hasPrefix("refresh") }, 5)
    expectEqual(refreshes.last, "a fail the credential was refreshed too often")
    #expect(refresh(&state, at: .seconds(30)).hasPrefix("refresh"))
  }

  @Test func withoutAWindowThereIsNoLimit() {
    var state = state(window: nil)
    for _ in 0..<100 { #expect(refresh(&state, at: .zero).hasPrefix("refresh")) }
  }
}
