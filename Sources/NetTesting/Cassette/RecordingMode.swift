/// Whether a ``RecordingTransport`` replays its cassette or records it.
public enum RecordingMode: Sendable, Hashable {
  /// Never sends a request: a request that is not in the cassette fails the test. Use this mode in continuous
  /// integration.
  case replay
  /// Replays requests that are in the cassette; sends and adds all others.
  case recordNew
  /// Sends every request, and replaces the cassette with the recording if anything was recorded.
  case recordAll
}
