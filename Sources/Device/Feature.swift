import HAL

/// A feature's own state machine. `Device.visitFeatures` lists each of them once.
protocol Feature {
  /// The moment at which it wants to be woken; nil: not before something else happens.
  var deadline: Instant? { get }
  /// Folds in what decides over what it does next.
  mutating func fold(into digest: inout Digest)
}

/// Work that is done with each feature in its turn.
protocol FeatureVisitor {
  mutating func visit(_ feature: inout some Feature)
}

extension Device {
  /// A feature that is left out here is never woken: the order is that of the digest.
  @inline(__always)
  mutating func visitFeatures(_ visitor: inout some FeatureVisitor) {
    visitor.visit(&excursion)
    visitor.visit(&watch)
    visitor.visit(&lostPosition)
    if isBooted { visitor.visit(&receiver) }
    visitor.visit(&clock)
    visitor.visit(&minutes)
    visitor.visit(&liveness)
    visitor.visit(&reminders)
    visitor.visit(&help)
    visitor.visit(&lastCall)
    visitor.visit(&dose)
    visitor.visit(&alarm)
    visitor.visit(&outbox)
    visitor.visit(&breadcrumbs)
    visitor.visit(&heartbeat)
    visitor.visit(&battery)
    visitor.visit(&asked)
    visitor.visit(&keptNews)
  }
}

struct EarliestDeadline: FeatureVisitor {
  var earliest: Instant?

  @inline(__always) mutating func visit(_ feature: inout some Feature) {
    earliest = .earlier(earliest, feature.deadline)
  }
}

extension Digest: FeatureVisitor {
  @inline(__always) mutating func visit(_ feature: inout some Feature) {
    feature.fold(into: &self)
  }
}

extension OpenExcursion?: Feature {
  var deadline: Instant? { self?.patience }

  func fold(into digest: inout Digest) {
    digest.fold(self?.notice.value ?? 0, (self?.farthest).digestWord)
    digest.fold(deadline.word)
  }
}

extension MinuteTick {
  /// The clock says all that counts.
  func fold(into digest: inout Digest) {}
}

extension KeptNews {
  var deadline: Instant? { nil }
}
