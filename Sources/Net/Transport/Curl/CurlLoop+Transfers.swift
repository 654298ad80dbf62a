#if os(Linux)
  import CLibcurl

  // From a letter to the end of a transfer.
  extension CurlLoop {
    func open(_ letter: CurlMailbox.Letter) {
      switch letter {
      case .start(let task, let body): start(task, body.value)
      case .fail(let task, let error): task.complete(.failed(error, .send), at: .send)
      case .cancel(let task): cancel(task)
      case .proceed(let task): proceed(task)
      case .feed(let task): task.transfer?.feed()
      case .stop: isStopped = true
      }
    }

    private func start(_ task: CurlTask, _ body: CurlBody) {
      // Called off meanwhile: its letter follows.
      guard let receiver = task.receiver else { return }
      do {
        let transfer = CurlTransfer(task, receiver: receiver, body: body, handle: try handles.take())
        do {
          try transfer.begin(handles.options)
          try multi.add(transfer.handle)
          task.transfer = transfer
          // Also where libcurl forgets to ask for it.
          deadline = 0
        } catch {
          transfer.close()
          handles.give(transfer.handle)
          throw error
        }
      } catch {
        task.complete(.failed(error, .connect), at: .connect)
      }
    }

    private func cancel(_ task: CurlTask) {
      guard let transfer = task.transfer else {
        task.releaseEnd()
        return task.complete(.failed(CancellationError(), .connect), at: .connect)
      }
      let phase = transfer.phase
      if waitsForResolver, transfer.isResolving {
        task.transfer = nil
        abandoned.append(transfer)
      } else {
        takeBack(transfer)
        noteStranding(by: transfer)
      }
      task.complete(.failed(CancellationError(), phase), at: phase)
    }

    private func proceed(_ task: CurlTask) {
      guard let transfer = task.transfer else { return task.releaseEnd() }
      guard task.releaseBody() else { return }
      transfer.proceed()
      deadline = 0
    }

    /// Tells the ends that libcurl has reported.
    func endTransfers() {
      while let (handle, code) = multi.nextEnded() {
        guard let transfer = handle.transfer else { continue }
        let (outcome, phase) = transfer.outcome(code)
        takeBack(transfer)
        if code != LIBCURL_E_OK { noteStranding(by: transfer) }
        transfer.task.complete(outcome, at: phase)
      }
    }

    /// Takes back what was called off while its host was looked for, when it has been found.
    func takeBackAbandoned() {
      guard !abandoned.isEmpty else { return }
      let found = abandoned.filter { $0.handle.transfer == nil || !$0.isResolving }
      abandoned.removeAll { transfer in found.contains { $0 === transfer } }
      for transfer in found where transfer.handle.transfer === transfer { takeBack(transfer) }
    }

    /// The transfer, which ended before its time, may have shared its connection.
    private func noteStranding(by transfer: CurlTransfer) {
      guard handles.options.mayStrandOthers(isSecure: transfer.task.request.url.isSecure) else { return }
      let version = transfer.handle.number(LIBCURL_INFO_HTTP_VERSION)
      // Nothing is known of it before its answer begins.
      if version == 0 || version > Int(LIBCURL_HTTP_VERSION_1_1) { mayHaveStrandedOthers = true }
    }

    func takeBack(_ transfer: CurlTransfer) {
      multi.remove(transfer.handle)
      transfer.task.transfer = nil
      transfer.close()
      handles.give(transfer.handle)
    }
  }
#endif
