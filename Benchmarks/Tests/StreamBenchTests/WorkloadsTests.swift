import Measuring
import Testing

@testable import stream_bench

@Suite struct WorkloadsTests {
  private static let names = Workloads.all.map(\.name)

  @Test func workloadNamesAreUnique() {
    #expect(Set(Self.names).count == Self.names.count)
  }

  @Test func everyWorkloadMeasuresStreamFirst() {
    #expect(Workloads.all.allSatisfy { $0.contenders.first?.subject == .stream })
  }

  @Test(arguments: Bars.all)
  func everyBarNamesExistingWorkloads(bar: Bar) {
    #expect(Set(bar.workloads).isSubset(of: Self.names))
  }

  @Test(arguments: Workloads.all.filter { !$0.name.hasPrefix("stack-") && !$0.name.hasPrefix("linear-") })
  func everySubjectGivesTheRightResult(workload: Workload) async throws {
    let figures = try await Runner(effort: .smoke, counter: nil).run(workload)
    #expect(figures.count == workload.contenders.count)
  }
}
