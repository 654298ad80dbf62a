#if os(Linux)
  import CLibcurl
  import Foundation

  // Undoing the content codings of a body.
  extension CurlTransfer {
    /// What stopped the delivery of decoded chunks.
    enum DecodedDelivery {
      /// More input is needed.
      case done
      /// The receiver accepts no more. It will report when it does.
      case waits
      /// The transfer was cancelled, or the body is invalid.
      case ends
    }

    /// Receives a chunk of an encoded body; returns the number of bytes consumed, or that it waits.
    ///
    /// What earlier chunks contain is delivered first. So the memory of a transfer is limited, however much a chunk
    /// contains.
    func receivedEncoded(_ chunk: UnsafeRawBufferPointer) -> Int {
      switch deliverDecoded() {
      case .ends: return 0
      case .waits:
        isReceivePaused = true
        return Int(LIBCURL_WRITE_PAUSE)
      case .done: break
      }
      guard chunk.count > 0 else { return 0 }
      noteBody(chunk.count)
      do throws(ContentDecodingError) {
        if decoder == nil { decoder = try ContentDecoder(codings) }
        unsafe decoder?.feed(chunk)
      } catch {
        failure = (error, .body)
        return 0
      }
      if case .ends = deliverDecoded() { return 0 }
      return chunk.count
    }

    /// Delivers decoded chunks as long as there are any and the receiver accepts them.
    func deliverDecoded() -> DecodedDelivery {
      guard let decoder else { return .done }
      while decoder.hasBacklog {
        switch task.withState({ $0.admit() }) {
        case .ends: return .ends
        case .waits: return .waits
        case .passes: break
        }
        do throws(ContentDecodingError) {
          if let chunk = try decoder.next() { loop.record(.body(chunk), of: task) }
        } catch {
          failure = (error, .body)
          return .ends
        }
      }
      return .done
    }

    /// Completes decoding after the last chunk: a successful response must not end within encoded data.
    ///
    /// A part of a body may end anywhere (RFC 9110 section 14).
    func finishDecoding(_ outcome: CurlTaskState.Outcome) -> CurlTaskState.Outcome {
      if let failure { return .failed(failure.error, failure.phase) }
      guard case .finished = outcome, let decoder, !isPart else { return outcome }
      do throws(ContentDecodingError) {
        try decoder.finish()
        return outcome
      } catch {
        return .failed(error, .body)
      }
    }
  }
#endif
