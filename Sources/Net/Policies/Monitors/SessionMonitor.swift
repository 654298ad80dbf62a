/// A monitor that needs the settings of the session it belongs to.
package protocol SessionMonitor: EventMonitor {
  /// Returns the monitor for a session.
  ///
  /// It is called once, when the session is created.
  func monitor(in session: MonitoredSession) -> any EventMonitor
}

/// The settings of a session that a monitor may use.
package struct MonitoredSession: Sendable {
  /// What the session hides.
  package let redaction: Redaction
  /// The clock of the session.
  package let timer: any NetworkTimer
  /// Whether the session has interceptors.
  package let hasInterceptors: Bool

  package init(redaction: Redaction, timer: any NetworkTimer, hasInterceptors: Bool = false) {
    self.redaction = redaction
    self.timer = timer
    self.hasInterceptors = hasInterceptors
  }
}
