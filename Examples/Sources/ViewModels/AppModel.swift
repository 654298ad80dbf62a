public import NetStream
import Observation

// snippet: sign-out
/// Who is signed in, and the way out.
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
  /// No request of the user goes on: each fails with `cancelled`, on whichever screen.
  public func signOut() {
    account = nil
    session.cancelAll()
  }
}
// snippet.end
