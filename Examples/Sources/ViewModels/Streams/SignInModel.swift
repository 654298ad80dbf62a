import NetStream
import Observation

/// The screen where a user signs in.
@Observable @MainActor
public final class SignInModel {
  /// The name that the user has typed.
  public var name = ""
  /// The password that the user has typed.
  public var password = ""
  /// What the screen shows.
  public private(set) var state = Loading<Account>.idle

  @ObservationIgnored private let service: NotesService
  @ObservationIgnored private let bag = DisposeBag()

  /// Creates the model of a signed-out screen.
  public init(service: NotesService) { self.service = service }

  /// Signs the user in, unless that is under way.
  public func signIn() {
    guard state != .loading else { return }
    state = .loading
    service.signIn(name: name, password: password)
      .subscribe(
        onMain: { [weak self] account in self?.state = .loaded(account) },
        onFailure: { [weak self] error in self?.state = Loading(error) }
      )
      .disposed(by: bag)
  }
}
