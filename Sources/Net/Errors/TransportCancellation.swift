/// Why a session cancels a task of its transport.
package enum TransportCancellation {
  /// The timeout that ended the request, while its task is cancelled; nil if the task is cancelled for another reason.
  ///
  /// ```text
  /// func cancel() {
  ///   if let timeout = TransportCancellation.timeout { note(timeout) }
  ///   task.cancel()
  /// }
  /// ```
  @TaskLocal package static var timeout: TimeoutKind?
}
