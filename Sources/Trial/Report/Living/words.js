"use strict";
// The page's words and numbers. Every text comes from the catalogue of the device; this file fills gaps.

class Words {
  constructor(shared) {
    Object.assign(this, shared);
  }

  /** The text of that name with its gaps filled. */
  say(name, values = {}) {
    return (this.texts[name] ?? "").replace(/\{(\w+)\}/g, (gap, key) => values[key] ?? gap);
  }

  /** The time of a clock inside a sentence, with its article where the language has one. */
  hour(time) {
    return this.say(time.startsWith("01:") ? "hourOne" : "hour", { time });
  }

  /** A number with so many decimals, in the page's marks: the same as in the report. */
  decimal(value, places) {
    const unit = 10 ** places;
    const digits = Math.round(Math.abs(value) * unit);
    if (!Number.isSafeInteger(digits)) return "–";
    const sign = value < 0 && digits > 0 ? "−" : "";
    const whole = this.thousands(Math.floor(digits / unit));
    const rest = String(digits % unit).padStart(places, "0");
    return sign + whole + (places > 0 ? this.mark + rest : "");
  }

  thousands(whole) {
    const text = String(whole);
    return whole < this.grouped ? text : text.replace(/\B(?=(\d{3})+$)/g, this.group);
  }

  /** The number without zeros at its end. */
  trimmed(value, places) {
    const text = this.decimal(value, places);
    return text.includes(this.mark) ? text.replace(/0+$/, "").replace(/[.,]$/, "") : text;
  }

  /** A measured length: "131.4 m", "36.1 km". */
  length(metres) {
    if (metres < 1000) return this.decimal(metres, 1) + "\u00a0m";
    return metres < 20000
      ? this.decimal(metres, 0) + "\u00a0m" : this.decimal(metres / 1000, 1) + "\u00a0km";
  }

  /** A chosen length: "150 m", "2 km". */
  round(metres) {
    return metres >= 1000
      ? this.trimmed(metres / 1000, 1) + "\u00a0km" : this.trimmed(metres, 2) + "\u00a0m";
  }

  /** A span rounded to the nearest: "45 s", "2 min 46 s", "3 h 5 min". */
  span(milliseconds) {
    const seconds = Math.floor((milliseconds + 500) / 1000);
    if (seconds < 60) return `${seconds}\u00a0s`;
    if (seconds < 3600) return this.parts(Math.floor(seconds / 60), "min", seconds % 60, "s");
    const minutes = Math.floor((milliseconds + 30000) / 60000);
    if (minutes < 1440) return this.parts(Math.floor(minutes / 60), "h", minutes % 60, "min");
    const hours = Math.floor((milliseconds + 1800000) / 3600000);
    return this.parts(Math.floor(hours / 24), "d", hours % 24, "h");
  }

  parts(large, unit, small, smallUnit) {
    return `${large}\u00a0${unit}` + (small > 0 ? ` ${small}\u00a0${smallUnit}` : "");
  }

  /** "3 exits" or "no return". */
  count(what, number) {
    const form = number === 0 ? "None" : number === 1 ? "One" : "Many";
    return this.say(what + form, { number: this.decimal(number, 0) });
  }

  /** The cause of a delay, from the verdict of the module. */
  why(event) {
    const kind = event.event === "perimeter.exit" ? "exit" : "return";
    if (event.lack) return this.say(event.lack === "from_start" ? `${kind}.from_start` : event.lack);
    const causes = Object.entries(event.why_s ?? {});
    if (event.late_s < 0) return this.say("ahead", { number: Math.round(-event.late_s) });
    if (causes.length === 0) return this.say("atOnce");
    return causes.map(([cause, number]) => this.say(`why.${cause}`, { number })).join("; ");
  }
}

/** The clock on the wearer's wall. */
class WallClock {
  constructor(walk) {
    this.walk = walk;
  }

  /**
   * Milliseconds since 1970 at a moment of the walk. A clock may have been wrong, or jump: the last event until
   * then knows the time, of the recording or of its replay.
   */
  wall(moment) {
    let last;
    for (const { events } of [this.walk.original, this.walk.result]) {
      const event = events.findLast(one => one.t <= moment);
      if (event && !(last?.t > event.t)) last = event;
    }
    return last ? last.time - last.t + moment : this.walk.facts.start + moment;
  }

  /** Local milliseconds since 1970. */
  local(wall) {
    const { start, offsets } = this.walk.facts;
    const current = offsets.findLast(([from]) => from <= wall - start) ?? offsets[0] ?? [0, 0];
    return wall + current[1] * 60000;
  }

  /** "10:04:05", or "10:04", at a moment of the walk. */
  time(moment, length = 8) {
    return this.text(this.wall(moment), length);
  }

  /** The same of milliseconds since 1970. */
  text(wall, length = 8) {
    const day = 86400000;
    const seconds = Math.floor((((this.local(wall) % day) + day) % day) / 1000);
    const part = number => String(number).padStart(2, "0");
    return [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
      .map(part).join(":").slice(0, length);
  }

  /** "sábado 21 de marzo"; nothing for a log without dates. */
  day(moment) {
    return this.walk.facts.days[Math.floor(this.local(this.wall(moment)) / 86400000)] ?? "";
  }
}
