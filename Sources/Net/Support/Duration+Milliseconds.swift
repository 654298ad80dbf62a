extension Duration {
  /// The duration in milliseconds for logs: `7.4 ms`.
  package var inMilliseconds: String { "\((self / .microseconds(100)).rounded() / 10) ms" }
}
