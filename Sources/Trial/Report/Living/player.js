// The bar of the time: it moves plan, charts, table and the device's screen, and plays the device's sounds.

/** The device's loudspeaker. A browser lets it sound only once somebody asked for it. */
class Loudspeaker {
  constructor(firmware) {
    this.firmware = firmware;
  }

  get isOn() { return this.context?.state === "running"; }

  async turn(isOn) {
    if (isOn) {
      this.context ??= new AudioContext();
      await this.context.resume();
    } else {
      this.hush();
      await this.context?.suspend();
    }
  }

  /** Plays a burst; what still sounds gives way, as on the device. */
  play(burst) {
    this.hush();
    if (!this.isOn) return;
    const samples = this.firmware.burst(burst, this.context.sampleRate);
    if (samples.length === 0) return;
    const buffer = this.context.createBuffer(1, samples.length, this.context.sampleRate);
    buffer.copyToChannel(samples, 0);
    this.source = new AudioBufferSourceNode(this.context, { buffer });
    this.source.connect(this.context.destination);
    this.source.start();
    this.played = (this.played ?? 0) + 1;
  }

  hush() {
    this.source?.stop();
    this.source = undefined;
  }
}

/** Whether a moment is in one of the spans; one without an end lasts. */
function isWithin(spans, moment) {
  return spans.some(([from, to]) => from <= moment && (to ?? Infinity) > moment);
}

class Player {
  constructor(article, walk, firmware) {
    this.walk = walk;
    this.speaker = new Loudspeaker(firmware);
    this.bar = article.querySelector(".player");
    const find = name => this.bar.querySelector(name);
    this.slider = find(".time");
    this.slider.max = Math.ceil(walk.facts.span / 1000) * 1000;
    this.slider.oninput = () => walk.goTo(Number(this.slider.value));
    [this.hour, this.state] = [find(".when strong"), find(".when span")];
    this.playButton = find(".play");
    this.playButton.onclick = () => this.turn(!this.isPlaying);
    find(".before").onclick = () => this.jump(-1);
    find(".after").onclick = () => this.jump(1);
    this.speed = find("select");
    this.soundButton = find(".sound");
    this.soundButton.hidden = !("AudioContext" in window);
    this.soundButton.onclick = () => this.turnSound();
    this.face = article.querySelector(".face");
    this.face.lang = walk.facts.language;
    this.sounding = article.querySelector(".sounding");
    this.isCalm = matchMedia("(prefers-reduced-motion: reduce)");
    document.addEventListener("visibilitychange", () => {
      if (document.hidden) this.turn(false);
    });
  }

  async turnSound() {
    await this.speaker.turn(!this.speaker.isOn);
    this.soundButton.setAttribute("aria-pressed", String(this.speaker.isOn));
    this.soundButton.querySelector("span").textContent =
      this.walk.words.say(this.speaker.isOn ? "soundOn" : "soundOff");
  }

  turn(isPlaying) {
    this.isPlaying = isPlaying;
    this.bar.classList.toggle("playing", isPlaying);
    this.playButton.setAttribute("aria-label", this.walk.words.say(isPlaying ? "pause" : "play"));
    if (!isPlaying) {
      this.speaker.hush();
      return;
    }
    if (this.walk.moment >= this.walk.facts.span) this.walk.goTo(0);
    this.last = performance.now();
    requestAnimationFrame(now => this.advance(now));
  }

  /** One picture of the walk. Who wants little motion gets one a second. */
  advance(now) {
    if (!this.isPlaying) return;
    const passed = now - this.last;
    if (passed >= (this.isCalm.matches ? 1000 : 0)) {
      this.last = now;
      const from = this.walk.moment;
      const to = Math.min(from + Math.min(passed, 2000) * this.speed.value, this.walk.facts.span);
      this.walk.goTo(to);
      this.sound(from, to);
      if (to >= this.walk.facts.span) this.turn(false);
    }
    requestAnimationFrame(next => this.advance(next));
  }

  /** Plays what sounded last on the way from one moment to another. */
  sound(from, to) {
    const last = this.walk.sounds.findLast(
      event => event.event !== "vibrate" && event.t > from && event.t <= to);
    if (last?.event === "sound") this.speaker.play(last.burst);
    if (last?.event === "hush") this.speaker.hush();
  }

  /** Goes to the next event that the table numbers, or to the one before. */
  jump(direction) {
    const { moment, marks, facts } = this.walk;
    const next = direction > 0
      ? marks.find(mark => mark.t > moment)?.t ?? facts.span
      : marks.findLast(mark => mark.t < moment)?.t ?? 0;
    this.walk.goTo(next);
  }

  showTime() {
    const { walk } = this;
    const { moment, clock } = walk;
    this.slider.value = moment;
    this.hour.textContent = clock.time(moment);
    const isOut = !walk.isOff && isWithin(walk.result.outside, moment);
    const parts = this.whereabouts(isOut);
    this.state.textContent = parts.join(" · ");
    this.state.className = isOut ? "out" : "";
    this.slider.setAttribute("aria-valuetext", `${this.hour.textContent}, ${parts.join(", ")}`);
    this.showFace();
    this.showSound();
  }

  /** Where the wearer was. Out is only who was announced, and inside only who is known to be. */
  whereabouts(isOut) {
    const { walk } = this;
    const { words } = walk;
    if (walk.isOff) return [words.say("noPower")];
    if (!walk.isFollowed) {
      const missing = words.say("noPosition");
      return isOut ? [words.say("outside"), missing] : [missing];
    }
    const distance = walk.track.distance[walk.place];
    const isInside = distance <= walk.radius;
    const known = isOut ? "outside" : isInside ? "inside" : "unannounced";
    return [words.say(known), words.length(distance)];
  }

  /** Stops for good, where the tools are turned off. */
  turnOff() {
    if (this.isPlaying) this.turn(false);
    this.speaker.hush();
  }

  showFace() {
    const { walk } = this;
    const { words, moment, screens, clock, facts } = walk;
    const shown = screens.findLast(screen => screen.t <= moment);
    const minute = clock.time(moment, 5);
    const state = walk.isOff ? "off" : shown ? `${shown.key} ${minute}` : "";
    if (state === this.shown) return;
    this.shown = state;
    this.face.replaceChildren();
    const line = (style, text) => {
      if (!text) return;
      const paragraph = document.createElement("p");
      paragraph.className = style;
      paragraph.textContent = text;
      this.face.append(paragraph);
    };
    if (walk.isOff) {
      line("quiet", words.say("noPower"));
      return;
    }
    const face = shown && facts.faces[shown.key];
    if (!face) {
      line("quiet", words.say(shown ? "unknownPage" : "nothingShown"));
      return;
    }
    if (face.showsTime) {
      line("clock", minute);
      line("title", clock.day(moment));
    }
    line("title", face.title);
    line("headline", face.headline);
    for (const text of face.body) line("body", text);
    if (face.photo) line("photo", face.photo);
    for (const [key, effect] of face.hints) line("hint", effect ? `[${key}] ${effect}` : `[${key}]`);
  }

  showSound() {
    const { words, moment, sounds } = this.walk;
    const parts = [];
    const last = sounds.findLast(event => event.t <= moment && event.event !== "vibrate");
    if (last?.event === "sound" && moment < last.t + words.bursts[last.burst - 1]) {
      parts.push(words.say(["soundLow", "soundMedium", "soundHigh", "soundCall"][last.burst - 1]));
    }
    const shake = sounds.findLast(event => event.t <= moment && event.event === "vibrate");
    if (shake && moment < shake.t + 1000) parts.push(words.say("shakes"));
    const text = parts.join(" · ") || words.say("silent");
    if (this.sounding.textContent === text) return;
    this.sounding.textContent = text;
    this.sounding.classList.toggle("loud", parts.length > 0);
  }
}
