public import Foundation
import NetStream
import Observation

/// One note, and the upload of a picture for it.
@Observable @MainActor
public final class NoteModel {
  /// What the screen shows.
  public private(set) var state = Loading<NoteDetail>.idle
  /// The part of the picture that has been sent, from 0 to 1; nil without an upload.
  public private(set) var uploaded: Double?
  /// Why the last upload failed.
  public private(set) var uploadFailure: String?

  /// The number of the note.
  public let id: Int
  @ObservationIgnored private let service: NotesService
  @ObservationIgnored private let loading = SerialDisposable()
  @ObservationIgnored private let uploading = SerialDisposable()

  /// Creates the model of a note that is not loaded.
  public init(_ id: Int, service: NotesService) {
    self.id = id
    self.service = service
  }

  // Both end when the screen is gone.
  deinit {
    loading.dispose()
    uploading.dispose()
  }

  /// Loads the note, and cancels an earlier attempt.
  public func load() {
    state = .loading
    loading.disposable = service.note(id).subscribe(
      onMain: { [weak self] note in self?.state = .loaded(note) },
      onFailure: { [weak self] error in self?.state = Loading(error) })
  }

  /// Adds a picture, and shows how much of it has been sent.
  public func attach(_ picture: Data) {
    uploaded = 0
    uploadFailure = nil
    uploading.disposable = service.attach(picture, to: id).subscribe(
      onMain: { [weak self] event in
        switch event {
        case .uploading(let progress): self?.uploaded = progress.fraction
        case .downloading: break
        case .finished: self?.uploaded = nil
        }
      },
      onError: { [weak self] error in
        self?.uploaded = nil
        self?.uploadFailure = "\(error)"
      })
  }

  /// Stops the upload.
  public func cancelUpload() {
    uploading.disposable = Disposables.create()
    uploaded = nil
  }
}
