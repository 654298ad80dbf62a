import NetStream
import Observation

/// The same list as ``NotesModel``, with tasks.
@Observable @MainActor
public final class AsyncNotesModel {
  /// The text that the user has typed.
  public var query = "" { didSet { if query != oldValue { search(after: .milliseconds(300)) } } }
  /// What the list shows.
  public private(set) var state = Loading<[Note]>.idle

  @ObservationIgnored private let service: NotesService
  @ObservationIgnored private let pause: @Sendable (Duration) async throws -> Void
  @ObservationIgnored private var searching: Task<Void, Never>?

  /// Creates the model of an empty list.
  ///
  /// - Parameters:
  ///   - service: The notes of the user.
  ///   - pause: Waits before a search begins; a test returns at once.
  public init(
    service: NotesService,
    pause: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
  ) {
    self.service = service
    self.pause = pause
  }

  isolated deinit { searching?.cancel() }

  /// Loads the list again, and returns when it is there.
  public func reload() async {
    search(after: .zero)
    await searching?.value
  }

  // A newer search cancels the older one, which then must not change the list.
  private func search(after delay: Duration) {
    searching?.cancel()
    searching = Task { [weak self, service, pause, query] in
      do {
        if delay > .zero { try await pause(delay) }
        self?.state = .loading
        let notes = try await service.notes(containing: query).value
        try Task.checkCancellation()
        self?.state = .loaded(notes)
      } catch {
        if !Task.isCancelled { self?.state = Loading(error) }
      }
    }
  }
}
