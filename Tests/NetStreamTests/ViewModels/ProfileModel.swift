// The imports of a view model in an app: everything else comes with `NetStream`.
import Foundation
import NetStream
import Observation

struct Profile: Decodable, Sendable {
  var login: String
}

@Observable @MainActor
final class ProfileModel {
  private(set) var login = ""
  private(set) var failure: NetworkError?
  /// The number of each reload, as a stream.
  let reloads: Observable<Int>

  @ObservationIgnored private let network: any Networking
  @ObservationIgnored private var count = 0
  @ObservationIgnored private let counter = PublishSubject<Int>()
  @ObservationIgnored private let bag = DisposeBag()

  init(network: any Networking) {
    self.network = network
    reloads = counter.asObservable()
  }

  func reload() {
    count += 1
    counter.onNext(count)
    network.stream.get("https://api.example.com/profile").object(as: Profile.self)
      .subscribe(
        onMain: { [weak self] profile in self?.login = profile.login },
        onFailure: { [weak self] error in self?.failure = error as? NetworkError }
      )
      .disposed(by: bag)
  }
}
