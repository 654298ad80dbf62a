/// Whether a ``RecordingTransport`` replays its cassette, or records it.
public enum RecordingMode: Sendable, Hashable {
  /// Never sends anything: what the cassette does not have fails the test. The mode of a continuous integration.
  case replay
  /// Replays what the cassette has, and sends and adds what it has not.
  case recordNew
  /// Sends everything, and replaces the cassette by what was recorded, once something was.
  case recordAll
}
