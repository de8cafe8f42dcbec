import Device
import Foundation
import HAL
import PortalPages
import PortalStore
import Sync

/// The device's health, last night's charge, and whether somebody wears it.
extension WearerScene {
  func healthView() async throws -> Health? {
    guard let health else { return nil }
    let said = health.health
    let days = try await file.health(now + .seconds(-2 * 86_400)..<now + .seconds(1))
    // A device from before says only which change it took last.
    let inForce = said.inForce ?? said.profile
    let settings = inForce == 0 ? nil : try await file.revision(inForce)
    return Health(
      at: health.at, battery: said.battery, isCharging: said.charging,
      positioning: WearerScene.positioning(said.gps), isClockTrusted: said.clock == .trusted,
      movedMinutes: said.movedMinutes, freeMegabytes: said.diskMegabytes, waiting: said.waiting,
      version: said.version, settingsMade: settings?.made,
      lastNight: lastNight(days))
  }

  private static func positioning(_ receiver: SyncHealth.Receiver) -> Health.Positioning {
    switch receiver {
    case .ok: .ok
    case .none: .none
    case .lost: .lost
    }
  }

  /// Minutes since local midnight.
  private func minute(_ time: WallTime) -> Int64 {
    (time.milliseconds + (profile?.ahead(at: time) ?? 0)) / 60_000 % 1440
  }

  /// A night lasts from nine in the evening to nine in the morning. The one that goes on counts only
  /// once a charge was seen in it; before that, last night is the one before.
  private func lastNight(_ entries: [WearerFile.HealthEntry]) -> Health.Night {
    let sinceNine = (minute(now) - 21 * 60 + 1440) % 1440
    let begin = now + .seconds(-sinceNine * 60)
    let newest = night(entries, from: begin)
    if case .charged = newest { return newest }
    return sinceNine >= 12 * 60 ? newest : night(entries, from: begin + .seconds(-86_400))
  }

  private func night(_ entries: [WearerFile.HealthEntry], from begin: WallTime) -> Health.Night {
    let end = begin + .seconds(12 * 3600)
    let night = entries.filter { $0.at >= begin && $0.at <= end }
    guard let first = night.first(where: { $0.health.charging == true }),
      let last = night.last(where: { $0.health.charging == true })
    else {
      let isKnown = night.allSatisfy { $0.health.charging == false }
      return isKnown && isWhole(night.map(\.at), begin, end) ? .notCharged : .unknown
    }
    let isStill = last.at == night.last?.at && health?.health.charging == true
    let wasBefore = first.at == night.first?.at
    return .charged(
      from: wasBefore ? nil : first.at, to: isStill ? nil : last.at, percent: last.health.battery)
  }

  /// Whether the device called all night long. Within an hour without a call it could have been charged.
  private func isWhole(_ calls: [WallTime], _ begin: WallTime, _ end: WallTime) -> Bool {
    let moments = [begin] + calls + [end]
    return zip(moments, moments.dropFirst()).allSatisfy { $0.distance(to: $1) < .seconds(3600) }
  }

  func wear() async throws -> Wear {
    guard let health, contact.state == .fine || contact.state == .late,
      contact.calledBefore == nil
    else { return .unknown }
    let today = try await file.health(now + .seconds(-86_400)..<now + .seconds(1))
    if health.health.charging == true {
      let off = today.last { $0.health.charging != true }
      let since = today.first { entry in
        entry.health.charging == true && off.map { entry.at > $0.at } ?? false
      }
      return .onCharger(since: since?.at)
    }
    // The count of the day says nothing while the day is young.
    guard (10 * 60..<21 * 60).contains(minute(now)) else {
      return health.health.movedMinutes > 0 ? .moving : .unknown
    }
    let moved = today.last { $0.health.movedMinutes < health.health.movedMinutes }
    if let moved, moved.at.distance(to: now) < WearerScene.rest { return .moving }
    guard health.health.movedMinutes == 0 || moved != nil else { return .moving }
    let blind = try await lastBlind(today)
    guard let since = [moved?.at, blind].compactMap({ $0 }).max() else { return .still(since: nil) }
    return since.distance(to: now) < WearerScene.rest ? .unknown : .still(since: since)
  }

  /// Whoever sits for so long may have left the device lying.
  private static let rest = Milliseconds.seconds(3 * 3600)

  /// The last moment of today until which the device may not have counted movement; nil: it could all day.
  ///
  /// It counts by the speeds of its positions, under a date that it trusts, and begins anew with each start. Of an hour
  /// without a call nobody knows whether it had positions.
  private func lastBlind(_ entries: [WearerFile.HealthEntry]) async throws -> WallTime? {
    let midnight = start(of: day(of: now))
    let boot = try await file.boots(midnight.span(to: now + .seconds(1))).last?.at
    let blind = entries.last { $0.health.gps != .ok || $0.health.clock != .trusted }?.at
    let moments = [now + .seconds(-86_400)] + entries.map(\.at)
    let gap = zip(moments, moments.dropFirst()).reversed().first {
      $0.distance(to: $1) >= .seconds(3600)
    }
    return [boot, blind, gap?.1].compactMap { $0 }.filter { $0 >= midnight }.max()
  }
}
