import NetStream
import Observation

/// The same screen as ``SignInModel``, with `async`.
@Observable @MainActor
public final class AsyncSignInModel {
  /// The name that the user has typed.
  public var name = ""
  /// The password that the user has typed.
  public var password = ""
  /// What the screen shows.
  public private(set) var state = Loading<Account>.idle

  @ObservationIgnored private let service: NotesService

  /// Creates the model of a signed-out screen.
  public init(service: NotesService) { self.service = service }

  /// Signs the user in, unless that is under way.
  public func signIn() async {
    guard state != .loading else { return }
    state = .loading
    do {
      state = .loaded(try await service.signIn(name: name, password: password).value)
    } catch {
      state = Loading(error)
    }
  }
}
