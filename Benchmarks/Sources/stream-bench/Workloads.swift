import Measuring

/// Every workload, in the order in which they are measured.
enum Workloads {
  static let all: [Workload] =
    Pushing.all + Singles.all + Flattening.all + Subjects.all + Resubscribing.all + Disposing.all
    + Threading.all + Awaiting.all + Combining.all + Debouncing.all + DeepStacks.all
}
