// What the samples in the comments of NetStream take for granted. Only its types count: nothing of this is ever run.
import Foundation
import Net
import NetStream
import Stream

protocol NetStreamSamples: Sendable {}

/// A value of any type, where only the type counts.
func given<Value>() -> Value { given() }

extension NetStreamSamples {
  var bag: DisposeBag { given() }
  var bar: Bar { given() }
  var connection: StreamWebSocketConnection { given() }
  var film: URL { given() }
  var network: any Networking { given() }
  var order: Order { given() }
  var place: URL { given() }
  var query: Observable<String> { given() }
  var recorder: TraceRecorder { given() }
  var pulls: PublishSubject<Void> { given() }
  var request: StreamRequest { given() }
  var session: NetworkSession { given() }
  var socket: StreamWebSocket { given() }
  var url: URL { given() }

  @Sendable func search(_ text: String) -> Single<[Hit]> { given() }
  @Sendable func show(_ error: any Error) {}
  @Sendable func show(_ film: Film) {}
  @Sendable func show(_ price: Price) {}
  @Sendable func show(_ reading: Reading) {}
  @Sendable func show(_ text: String) {}
}

struct Bar: Sendable { func show(_ fraction: Double?) {} }
struct Film: Codable, Sendable { var title: String }

struct Hit: Codable, Sendable { var title: String }
struct Item: Codable, Sendable { var name: String }
struct Order: Codable, Sendable { var number: Int }
struct Price: Codable, Sendable { var cents: Int }
struct PostPage: Codable, Sendable { var cursor: String? }
struct Reading: Codable, Sendable { var value: Double }
struct Report: Codable, Sendable { var title: String }
struct Score: Codable, Sendable { var points: Int }
struct User: Codable, Sendable { var login: String }

struct CSVSerializer: ResponseSerializer {
  func serialize(_ response: ReceivedResponse) throws -> [[Substring]] { given() }
}
