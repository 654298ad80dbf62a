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
  var film: URL { given() }
  var network: any Networking { given() }
  var order: Order { given() }
  var place: URL { given() }
  var request: StreamRequest { given() }
  var url: URL { given() }

  @Sendable func show(_ error: any Error) {}
  @Sendable func show(_ film: Film) {}
  @Sendable func show(_ reading: Reading) {}
  @Sendable func show(_ text: String) {}
}

struct Bar: Sendable { func show(_ fraction: Double?) {} }
struct Film: Codable, Sendable { var title: String }

struct Hit: Codable, Sendable { var title: String }
struct Order: Codable, Sendable { var number: Int }
struct PostPage: Codable, Sendable { var cursor: String? }
struct Reading: Codable, Sendable { var value: Double }
struct Report: Codable, Sendable { var title: String }
struct User: Codable, Sendable { var login: String }

struct CSVSerializer: ResponseSerializer {
  func serialize(_ response: ReceivedResponse) throws -> [[Substring]] { given() }
}
