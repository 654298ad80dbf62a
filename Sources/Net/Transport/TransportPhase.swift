/// The phase of an exchange in which its transport failed.
public enum TransportPhase: Sendable, Hashable {
  /// Resolving the host name.
  case nameLookup
  /// Opening the connection.
  case connect
  /// Negotiating TLS.
  case secureConnection
  /// Sending the request.
  case send
  /// Waiting for or reading the head of the response.
  case head
  /// Reading the body of the response.
  case body
}
