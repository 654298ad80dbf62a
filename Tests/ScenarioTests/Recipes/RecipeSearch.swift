import Foundation
import NetStream

// snippet: search
@MainActor final class RecipeSearch {
  let query = PublishSubject<String>()
  private(set) var recipes: [Recipe] = []
  private(set) var message: String?
  private let bag = DisposeBag()

  init(service: RecipeService, scheduler: any Scheduler = MainScheduler.instance) {
    query
      .map { $0.trimmingCharacters(in: .whitespaces) }
      .distinctUntilChanged()
      .debounce(.milliseconds(300), scheduler: scheduler)
      .flatMapLatest { text -> Observable<Result<[Recipe], any Error>> in
        guard !text.isEmpty else { return .just(.success([])) }
        return service.search(text).map { .success($0) }.catch { .just(.failure($0)) }.asObservable()
      }
      .subscribe(
        with: self,
        onMain: { model, result in
          switch result {
          case .success(let recipes): (model.recipes, model.message) = (recipes, nil)
          case .failure(let error): model.message = error.localizedDescription
          }
        }
      )
      .disposed(by: bag)
  }
}
// snippet.end
