import Net

/// The task of a recorded request.
final class UpstreamTask: TransportTask {
  private let task: any TransportTask
  private let recorder: ExchangeRecorder

  init(_ task: any TransportTask, _ recorder: ExchangeRecorder) {
    self.task = task
    self.recorder = recorder
  }

  func resume() { task.resume() }

  func pause() { task.pause() }

  func proceed() { task.proceed() }

  func cancel() {
    // The transport may report the end on another thread.
    if let timeout = TransportCancellation.timeout { recorder.willEnd(for: timeout) }
    task.cancel()
  }
}
