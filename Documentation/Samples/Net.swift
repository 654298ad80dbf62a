// What the samples in the comments of Net take for granted. Only its types count: nothing of this is ever run.
import Foundation
import Net
import Synchronization

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

protocol NetSamples: Sendable {}

/// A value of any type, where only the type counts.
func given<Value>() -> Value { given() }

extension NetSamples {
  var configuration: SessionConfiguration {
    get { given() }
    nonmutating set {}
  }
  var connection: WebSocketConnection { given() }
  var data: Data { given() }
  var database: Database { given() }
  var date: Date { given() }
  var error: NetworkError { given() }
  var event: RequestEvent { given() }
  var file: URL { given() }
  var film: URL { given() }
  var jar: CookieJar { given() }
  var journal: Journal { given() }
  var keys: AsyncStream<UInt8> { given() }
  var message: WebSocketMessage { given() }
  var network: any Networking { given() }
  var order: Order { given() }
  var parsing: DispatchQueue { given() }
  var photo: URL { given() }
  var recorder: TraceRecorder { given() }
  var repositories: URITemplate { given() }
  var request: any NetworkRequesting { given() }
  var response: DataResponse<[User]> { given() }
  var session: NetworkSession { given() }
  var socketStream: InputStream { given() }
  var timer: any NetworkTimer { given() }
  var token: String { given() }
  var trace: Trace { given() }
  var transport: any Transport { given() }
  var url: URL { given() }

  func certificate(named name: String) -> URL { given() }
  @Sendable func parse(_ response: DataResponse<Data>) {}
  @Sendable func show(_ message: WebSocketMessage) {}
  @Sendable func show(_ user: User) {}
  @Sendable func show(_ text: String, status: Int? = nil) {}
}

protocol TransferSamples: NetSamples {}

extension TransferSamples {
  var caches: URL { given() }
  var failure: NetworkError { given() }
  var films: URL { given() }
  var folder: URL { given() }
  var image: URL { given() }
  var chunk: Data { given() }
  var published: String { given() }
  @Sendable func count(_ line: ArraySlice<UInt8>) {}
  @Sendable func parse(_ chunk: Data) {}
  @Sendable func play(_ event: ResponseStreamEvent) {}
  @Sendable func show(_ reading: Reading) {}
}

protocol DestinationsSamples: TransferSamples {}

protocol LinesSamples: TransferSamples {}

protocol StreamingSamples: TransferSamples {}

protocol ResponseChunksSamples: TransferSamples {}

extension ResponseChunksSamples {
  var parser: CSVParser { given() }
}

protocol OptionsSamples: NetSamples {}

extension OptionsSamples {
  var keychain: Keychain { given() }
  var options: TransportOptions {
    get { given() }
    nonmutating set {}
  }
  var transport: any Transport {
    get { given() }
    nonmutating set {}
  }
}

protocol CacheSamples: NetSamples {}

extension CacheSamples {
  var cache: HTTPCache { given() }
  var chunk: Data { given() }
  var directory: URL { given() }
  var key: CacheKey { given() }
  var reader: any CacheBodyReader { given() }
  var store: any CacheStore { given() }
  var stored: StoredResponse { given() }
  var writer: any CacheBodyWriter { given() }

  func consume(_ chunk: Data) {}
}

protocol PoliciesSamples: NetSamples {}

extension PoliciesSamples {
  var request: TransportRequest { given() }
  var token: Token { given() }
}

protocol TransportSamples: NetSamples {}

extension TransportSamples {
  var request: TransportRequest { given() }
}

protocol ErrorsSamples: TransportSamples {}

final class CSVParser: BodyConsumer {
  func take(_ chunk: Data, next: @escaping @Sendable () -> Void) {}
  func parse(_ chunk: Data) {}
}

struct Database: Sendable {}
struct Hit: Codable, Sendable { var title: String }
struct Incomplete: Error {}
struct Item: Codable, Sendable { var name: String }
struct Keychain: Sendable { func passphrase() throws -> String { given() } }
struct Login: Codable, Sendable { var name: String }
struct Order: Codable, Sendable { var number: Int }
struct Problem: Codable, Sendable { var message: String }
struct Reading: Codable, Sendable { var value: Double }
struct Search: Codable, Sendable { var q: String }
struct Todo: Codable, Sendable { var title: String }
struct User: Codable, Sendable { var name: String }

struct Token: AuthenticationCredential, Codable {
  var access: String
  var refresh: String
}

struct TokenAuthenticator: AsyncRequestAuthenticator {
  let network: any Networking
  func refresh(_ credential: Token) async throws -> Token { given() }
  func apply(_ credential: Token, to request: inout TransportRequest) {}
  func isRequest(_ request: TransportRequest, authenticatedWith credential: Token) -> Bool { given() }
}

struct CSVSerializer: ResponseSerializer {
  func serialize(_ response: ReceivedResponse) throws -> [[Substring]] { given() }
}

struct ExportReader: BodyReader {
  init(_ database: Database) {}
  mutating func read(atMost count: Int) throws -> Data? { nil }
}

actor Journal {
  func bytes() -> AsyncStream<UInt8> { given() }
  func entries() -> AsyncStream<Data> { given() }
}

actor KeyStore { func signature(of url: URL) throws -> String { given() } }
