extension Chain.Step {
  /// What the operators that wait make of their source.
  func timed(from start: Place, _ run: Timeline) -> Timeline {
    switch self {
    case .delay(let delay):
      return delayed(run, delay)
    case .observeOn:
      return observed(run)
    case .debounce(let delay):
      return debounced(run, delay)
    case .throttle(let delay, let latest):
      return throttled(run, delay, latest: latest)
    case .timeout(let delay):
      return timedOut(run, from: start, after: delay) {
        Timeline([Item(place: $0, signal: .error(Failures.timeout))])
      }
    case .takeFor(let delay):
      let end = start.scheduled(after: delay)
      return Timeline(run.cut(at: end).items + [Item(place: end, signal: .completed)], over: [run])
    case .skipFor(let delay):
      let opening = start.scheduled(after: delay)
      return Timeline(run.items.filter { $0.signal.isEnd || $0.place > opening }, over: [run])
    default:
      return run
    }
  }

  /// One action delivers what is due, and schedules the next one.
  private func delayed(_ run: Timeline, _ delay: Int) -> Timeline {
    var output: [Item] = []
    var action: Place?
    for item in run.items where !item.signal.isError {
      let due = item.place.time + delay
      if let last = action, item.place < last {
        if due > last.time { action = last.returned.scheduled(after: due - last.time) }
      } else {
        action = item.place.scheduled(after: delay)
      }
      if let action { output.append(Item(place: action.child(output.count), signal: item.signal)) }
    }
    if let error = run.items.last, error.signal.isError {
      output = output.filter { $0.place < error.place } + [error]
    }
    return Timeline(output, over: [run])
  }

  /// An action delivers what has arrived by then.
  private func observed(_ run: Timeline) -> Timeline {
    var output: [Item] = []
    var action: Place?
    for item in run.items {
      let place = action.flatMap { item.place < $0 ? $0 : nil } ?? item.place.scheduled(after: 0)
      action = place
      output.append(Item(place: place.child(output.count), signal: item.signal))
    }
    return Timeline(output, over: [run])
  }

  /// An element that arrives while another one waits sets no timer; the timer is set again when it fires too early.
  private func debounced(_ run: Timeline, _ delay: Int) -> Timeline {
    var output: [Item] = []
    var waiting: Item?
    var timer = Place.never

    func fire(before place: Place) {
      while let item = waiting, timer < place {
        let due = item.place.time + delay
        if timer.time < due {
          timer = timer.scheduled(after: due - timer.time)
        } else {
          output.append(Item(place: timer, signal: item.signal))
          waiting = nil
        }
      }
    }

    for item in run.items {
      fire(before: item.place)
      if item.signal.isElement {
        if waiting == nil { timer = item.place.scheduled(after: delay) }
        waiting = item
      } else {
        if item.signal == .completed, let last = waiting {
          output.append(Item(place: item.place.child(0), signal: last.signal))
        }
        waiting = nil
        output.append(Item(place: item.place.child(1), signal: item.signal))
      }
    }
    fire(before: .never)
    return Timeline(output, over: [run])
  }

  private func throttled(_ run: Timeline, _ delay: Int, latest: Bool) -> Timeline {
    var output: [Item] = []
    var sent: Int?
    var waiting: Item?

    func send(_ item: Item) {
      output.append(item)
      sent = item.place.time
      waiting = nil
    }

    for item in run.items {
      if let due = waiting, due.place < item.place { send(due) }
      switch item.signal {
      case .next:
        let left = sent.map { $0 + delay - item.place.time } ?? 0
        if left <= 0 {
          send(item)
        } else if latest {
          waiting = Item(place: waiting?.place ?? item.place.scheduled(after: left), signal: item.signal)
        }
      case .error:
        waiting = nil
        output.append(item)
      case .completed:
        if let due = waiting {
          send(due)
          output.append(Item(place: due.place.child(1), signal: .completed))
        } else {
          output.append(item)
        }
      }
    }
    if let waiting { send(waiting) }
    return Timeline(output, over: [run])
  }
}

/// The source, or another stream from the first deadline that the source does not meet.
///
/// An element sets no timer: the one timer is set again when it fires too early.
func timedOut(_ run: Timeline, from start: Place, after delay: Int, _ other: Subscribing) -> Timeline {
  var timer = start.scheduled(after: delay)
  var deadline = timer.time

  func isOver(before place: Place) -> Bool {
    while timer < place, timer.time < deadline { timer = timer.scheduled(after: deadline - timer.time) }
    return timer < place
  }

  for item in run.items where !isOver(before: item.place) {
    if item.signal.isEnd { return run }
    deadline = item.place.time + delay
  }
  _ = isOver(before: .never)
  let kept = run.cut(at: timer)
  let next = other(timer.child(0))
  return Timeline(kept.items + next.items, over: [kept, next])
}
