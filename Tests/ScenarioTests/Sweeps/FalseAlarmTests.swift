import Foundation
import Net
import NetStream
import NetTesting
import TestSupport
import Testing

/// The clients of the scenarios pass all checks of the sweeps: no fault, order or mutation gives a false
/// alarm.
@Suite(.heavy) struct FalseAlarmTests {
  /// How a scenario is swept.
  enum Coverage: Sendable {
    case stories([SweptStory])
    /// Why it cannot be swept.
    case none(String)
  }

  /// Each scenario by the name of its file.
  static let scenarios: [String: Coverage] = [
    "S1_HTTPClientTests": .stories([.client]),
    "S2_TypedMockTests": .stories([.callback]),
    "S3_StreamTests": .stories([.tweets]),
    "S4_LoginTests": .stories([.login]),
    "S5_GitHubUserTests": .stories([.user]),
    "S6_GitHubUserFailsTests": .stories([.failedUser]),
    "S7_DynamicMockTests": .none("it has no network"),
    "S8_CompletionHandlerTests": .none("its collaborator is a dynamic mock and no network"),
    "S9_DelaysTests": .stories([.report]),
    "S10_MainJobTests": .stories([.followers]),
    "S11_TokenRefreshTests": .stories([.refresh]),
    "S12_EventStreamTests": .stories([.events]),
    "S13_BigTransferTests": .stories([.transfer]),
    "S14_MisbehavingServerTests": .none("its only code is a request, and its subject the faults of a server"),
    "S15_OfflineFirstTests": .stories([.list]),
    "S16_ChatTests": .stories([.chat]),
    "S17_FailedTestTests": .none("its requests fail on purpose"),
    "S18_SweepTests": .none("its subject is the sweeps"),
    "RecipeServiceTests": .stories([.recipe, .pages, .searchedRecipes, .creation, .files]),
    "RecipeSearchTests": .stories([.screen]),
    "RecipeSessionTests": .stories([.session]),
  ]

  static let stories = scenarios.values.flatMap { coverage -> [SweptStory] in
    guard case .stories(let stories) = coverage else { return [] }
    return stories
  }.sorted { $0.testDescription < $1.testDescription }

  @Test func everyScenarioIsSweptOrSaysWhyNot() throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    let files = try ["", "Recipes"].flatMap { name in
      try FileManager.default.contentsOfDirectory(atPath: folder.appending(path: name).path)
    }
    let names = files.filter { $0.hasSuffix("Tests.swift") }.map { String($0.dropLast(6)) }
      .filter { $0.wholeMatch(of: /S\d+_.*|Recipe.*/) != nil }
    #expect(Set(names) == Set(Self.scenarios.keys))
  }

  @Test func everyAllowanceHasAReason() {
    for story in Self.stories {
      let isWhole = story.faults == .standard && story.checks == .all
      #expect(isWhole == (story.allowance == nil), "\(story.testDescription)")
    }
  }

  @Test(arguments: stories) func noFaultIsAFalseAlarm(story: SweptStory) async throws {
    let report = try await story.sweepFaults()
    #expect(report.isPassed, "\(report.text)")
    #expect(report.runs > 10)
  }

  /// With single faults, the stories that may send an unsafe request again do not send one.
  @Test(arguments: stories.filter { $0.checks == .exceptDuplicates })
  func noSingleFaultSendsAnUnsafeRequestAgain(story: SweptStory) async throws {
    var limits = SweepLimits()
    limits.runs = 0
    let faults = FaultVocabulary(story.faults.faults.filter { !FaultVocabulary.outages.faults.contains($0) })
    let report = try await everyFault(of: faults, limits: limits, in: story.run).report()
    #expect(report.isPassed, "\(report.text)")
  }

  @Test(arguments: stories) func noOrderIsAFalseAlarm(story: SweptStory) async throws {
    let report = try await everyOrder(in: story.run).report()
    #expect(report.isPassed, "\(report.text)")
  }
}
