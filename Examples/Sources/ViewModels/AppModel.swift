public import NetStream
import Observation

// snippet: sign-out
/// Holds the signed-in user, and signs out.
@Observable @MainActor
public final class AppModel {
  /// The user; nil while nobody is signed in.
  public private(set) var account: Account?

  @ObservationIgnored private let session: NetworkSession

  /// Creates the model of an app that nobody is signed in to.
  public init(session: NetworkSession) { self.session = session }

  /// Shows the screens of a user.
  public func signedIn(_ account: Account) { self.account = account }

  /// Signs the user out.
  ///
  /// Ends all requests of the user: each fails with `cancelled`, on every screen.
  public func signOut() {
    account = nil
    session.cancelAll()
  }
}
// snippet.end
