/// Every workload, in the order in which they are measured.
enum Workloads {
  static let all: [TestWorkload] =
    TypedMocks.all + StubLookups.all + Sweeps.all + SweepStory.all + Loopback.all + NetworkModels.all
}
