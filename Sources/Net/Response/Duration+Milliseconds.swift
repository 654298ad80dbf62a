extension Duration {
  /// The duration as a person reads it in a log: `7.4 ms`.
  package var inMilliseconds: String { "\((self / .microseconds(100)).rounded() / 10) ms" }
}
