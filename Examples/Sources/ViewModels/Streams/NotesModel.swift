public import NetStream
import Observation

// snippet: search
/// A list of notes that is searched while the user types, and reloaded when the user pulls it down.
@Observable @MainActor
public final class NotesModel {
  /// The text that the user has typed.
  public var query = "" { didSet { queries.onNext(query) } }
  /// What the list shows.
  public private(set) var state = Loading<[Note]>.idle

  @ObservationIgnored private let queries = BehaviorSubject(value: "")
  @ObservationIgnored private let reloads = PublishSubject<Void>()
  @ObservationIgnored private let bag = DisposeBag()

  /// Creates the model of an empty list.
  ///
  /// - Parameters:
  ///   - service: The notes of the user.
  ///   - scheduler: Measures the pause after which a search begins; a test passes virtual time.
  public init(service: NotesService, scheduler: some Scheduler = SerialDispatchQueueScheduler()) {
    let typed = queries.skip(1).debounce(.milliseconds(300), scheduler: scheduler).distinctUntilChanged()
    let pulled = reloads.withLatestFrom(queries)
    Observable.merge(typed, pulled)
      // A newer search cancels the older one. An error is an element, so that it does not end the list.
      .flatMapLatest { text in
        service.notes(containing: text).map { Loading.loaded($0) }.catch { .just(Loading($0)) }.asObservable()
          .startWith(.loading)
      }
      .subscribe(onMain: { [weak self] state in self?.state = state })
      .disposed(by: bag)
  }

  /// Loads the list again.
  public func reload() { reloads.onNext(()) }
}
// snippet.end
