import Measuring

/// The requirements of Stream.
///
/// A bar that is not reached stays, and `--check` reports it.
enum Bars {
  static let all: [Bar] = peer + floor + mallocs + linear

  private static let peer: [Bar] = [
    .faster("push-subject", than: .openCombine, atLeast: 6),
    .faster("push-sequence", than: .openCombine, atLeast: 12),
    .faster("single-chain", than: .openCombine, atLeast: 10),
    .faster("flatmap-just", than: .openCombine, atLeast: 20),
    .faster("retry-100k", than: .openCombine, atLeast: 2),
    .faster("concat-100k", than: .openCombine, atLeast: 20),
    .faster("subject-10", than: .openCombine, atLeast: 15),
    .faster("subject-1000", than: .openCombine, atLeast: 3),
    .faster("behavior-1", than: .openCombine, atLeast: 3),
    .faster("observe-on", than: .openCombine, atLeast: 4),
    .faster("async-sequence", than: .openCombine, atLeast: 8),
    .faster("merge-100", than: .openCombine, atLeast: 3),
    .faster("merge-2-threads", than: .openCombine, atLeast: 1.5),
    .faster("zip", than: .openCombine, atLeast: 3),
    .faster("share", than: .openCombine, atLeast: 3),
    .faster("debounce", than: .openCombine, atLeast: 3),
    .faster("bag", than: .openCombine, atLeast: 3),
  ]

  private static let floor: [Bar] = [
    .costs("push-subject", of: .floor, atMost: 2.5),
    .costs("push-sequence", of: .floor, atMost: 2.5),
    .costs("push-create", of: .floor, atMost: 2.5),
    .costs("single-chain", of: .floor, atMost: 2),
  ]

  private static let mallocs: [Bar] = [
    .mallocs("push-subject", atMost: 0),
    .mallocs("push-sequence", atMost: 0),
    .mallocs("push-create", atMost: 0),
    .mallocs("single-chain-prebuilt", atMost: 2),
    .mallocs("single-chain", atMost: 6),
    .mallocs("flatmap-just", atMost: 0),
    .mallocs("concat-100k", atMost: 0),
    .mallocs("bag", atMost: 1),
    .mallocs("combine-latest", atMost: 0),
    .mallocs("debounce", atMost: 0),
  ]

  private static let linear: [Bar] = [
    .linear("linear-10k-elements", "linear-10m-elements", within: 1.5),
    .linear("subject-10", "linear-10k-observers", within: 1.5),
  ]
}
