public import Foundation
public import NetStream

// snippet: service
/// The notes of a user on a server, over any network: a session or a mock.
nonisolated public struct NotesService: Sendable {
  private let network: any Networking

  /// Creates a service on a session or a mock.
  public init(network: any Networking) { self.network = network }

  /// Signs a user in.
  public func signIn(name: String, password: String) -> Single<Account> {
    network.stream.post("sign-in", body: ["name": name, "password": password]).object()
  }

  /// The notes that contain the text, or all for an empty one.
  public func notes(containing text: String) -> Single<[Note]> {
    network.stream.get("notes", parameters: text.isEmpty ? [:] : ["q": text]).object()
  }

  /// A note with its text.
  public func note(_ id: Int) -> Single<NoteDetail> {
    network.stream.get("notes/\(id)").object()
  }

  /// Adds a picture to a note; the progress of the upload comes first.
  public func attach(_ picture: Data, to note: Int) -> Observable<TransferEvent<Note>> {
    network.stream.put("notes/\(note)/picture", httpBody: picture, contentType: "image/png").transfer()
  }
}
// snippet.end

// An extension is on the main actor again unless it says otherwise, and then operators cannot call its methods.
nonisolated extension NotesService {
  /// The notes that contain the text, each with its whole text; at most four requests at a time.
  public func details(containing text: String) -> Single<[NoteDetail]> {
    notes(containing: text).flatMap { notes in Single.zip(notes.map { detail($0) }, maxConcurrent: 4) }
  }

  /// The whole text of a note of a list.
  public func detail(_ note: Note) -> Single<NoteDetail> { self.note(note.id) }
}
