// What the samples in the comments of Stream take for granted. Only its types count: nothing of this is ever run.
import Foundation
import Stream

protocol StreamSamples: Sendable {}

/// A value of any type, where only the type counts.
func given<Value>() -> Value { given() }

extension StreamSamples {
  var bag: DisposeBag { given() }
  var button: Button { given() }
  var closed: Observable<Void> { given() }
  var first: any Disposable { given() }
  var flaky: Observable<Int> { given() }
  var label: Label { given() }
  var lines: Observable<String> { given() }
  var loading: Single<String> { given() }
  var login: Single<String> { given() }
  var logins: [String] { given() }
  var message: String { given() }
  var name: Single<String> { given() }
  var names: Observable<String> { given() }
  var numbers: Observable<Int> { given() }
  var positions: Observable<Int> { given() }
  var prices: Observable<Double> { given() }
  var reading: Observable<String> { given() }
  var scheduler: any Scheduler { given() }
  var screen: Screen { given() }
  var second: any Disposable { given() }
  var service: Service { given() }
  var slow: Single<String> { given() }
  var taps: Observable<Void> { given() }
  var texts: Observable<String> { given() }
  var ticks: Observable<Int> { given() }
  var user: Single<String> { given() }

  func search(_ text: String) -> Single<[String]> { given() }
  func slowNumber() async throws -> Int { given() }
  @Sendable func show(_ hits: [String]) {}
}

struct Button: Sendable { var taps: Observable<Void> { given() } }

@MainActor final class Label { var text = "" }

final class Screen: Sendable { func show(_ name: String) {} }

struct Page: Sendable { var next: Int? { given() } }

struct Service: Sendable {
  func page(_ number: Int) -> Single<Page> { given() }
  func search(_ text: String) -> Single<[String]> { given() }
  func send(_ message: String) -> Single<Int> { given() }
  func user(_ login: String) -> Single<String> { given() }
}
