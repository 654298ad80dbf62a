public import Foundation
import NetStream
import Observation

/// The same screen as ``NoteModel``, with `async`.
@Observable @MainActor
public final class AsyncNoteModel {
  /// What the screen shows.
  public private(set) var state = Loading<NoteDetail>.idle
  /// The part of the picture that has been sent, from 0 to 1; nil without an upload.
  public private(set) var uploaded: Double?
  /// Why the last upload failed.
  public private(set) var uploadFailure: String?

  /// The number of the note.
  public let id: Int
  @ObservationIgnored private let service: NotesService

  /// Creates the model of a note that is not loaded.
  public init(_ id: Int, service: NotesService) {
    self.id = id
    self.service = service
  }

  /// Loads the note.
  ///
  /// Cancelling the task cancels the request.
  public func load() async {
    state = .loading
    do {
      state = .loaded(try await service.note(id).value)
    } catch {
      state = Loading(error)
    }
  }

  /// Adds a picture, and shows how much of it has been sent.
  ///
  /// Cancelling the task stops the upload.
  public func attach(_ picture: Data) async {
    uploaded = 0
    uploadFailure = nil
    do {
      for try await event in service.attach(picture, to: id).values {
        if case .uploading(let progress) = event { uploaded = progress.fraction }
      }
    } catch {
      uploadFailure = "\(error)"
    }
    uploaded = nil
  }
}
