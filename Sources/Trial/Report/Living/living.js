// The page's tools, walk by walk. They stay off unless the replay in the page agrees with the report.

class Walk {
  constructor(firmware, words, facts, original) {
    Object.assign(this, { firmware, words, facts, original, views: [] });
    this.clock = new WallClock(this);
    this.changed = {};
    this.accepted = {};
    this.moment = 0;
    this.track = firmware.track();
    this.take(original);
    this.place = lastAt(this.track.at, 0);
  }

  get isChanged() { return Object.keys(this.changed).length > 0; }
  get isMoved() { return this.changed.east !== undefined; }
  get home() { return { east: this.changed.east ?? 0, north: this.changed.north ?? 0 }; }

  /** The radius then in force. A change is of every circle of the walk. */
  get radius() {
    const recorded = this.facts.radii.findLast(([from]) => from <= this.moment)?.[1];
    return this.changed.radius ?? recorded ?? this.result.radius_m;
  }

  /** Whether the device had no power. */
  get isOff() { return isWithin(this.facts.off, this.moment); }

  /** Whether a position is near enough to the moment to say where the wearer was. */
  get isFollowed() {
    return this.place >= 0 && this.moment - this.track.at[this.place] <= this.words.gap;
  }

  take(result) {
    this.result = result;
    const { events } = result;
    this.marks = events.filter(event => markKinds[event.event])
      .map((event, index) => ({ ...event, number: index + 1 }));
    const is = (...names) => events.filter(event => names.includes(event.event));
    this.crossings = is("perimeter.exit", "perimeter.return");
    this.screens = is("screen");
    this.sounds = is("sound", "hush", "vibrate");
  }

  /** Goes to a moment of the walk. */
  goTo(moment) {
    this.moment = Math.min(Math.max(moment, 0), this.facts.span);
    let place = lastAt(this.track.at, this.moment);
    while (place >= 0 && this.track.refusal[place] !== counted) place -= 1;
    this.place = place;
    for (const view of this.views) view.showTime?.();
  }

  move(east, north) {
    this.change({ east: Math.round(east * 10) / 10, north: Math.round(north * 10) / 10 });
  }

  reset() {
    this.changed = {};
    this.replaySoon();
  }

  /** Changes the perimeter; what equals the recording is no change. */
  change(change) {
    const { original } = this;
    Object.assign(this.changed, change);
    if (this.changed.radius === original.radius_m) delete this.changed.radius;
    if (this.changed.sensitivity === original.sensitivity) delete this.changed.sensitivity;
    if (this.changed.east === 0 && this.changed.north === 0) {
      delete this.changed.east;
      delete this.changed.north;
    }
    this.replaySoon();
  }

  /** Replays once before the next picture, however many changes come until then. */
  replaySoon() {
    this.isDue ||= requestAnimationFrame(() => {
      this.isDue = 0;
      this.replay();
    });
  }

  replay() {
    const began = performance.now();
    let result = this.original;
    try {
      if (this.isChanged || this.isMovedBefore) {
        result = this.firmware.replay(this.changed);
        if (this.isMoved || this.isMovedBefore) this.track.distance = this.firmware.distances();
      }
    } catch (error) {
      if (error.message !== "tooFar") {
        this.fail(error);
        return;
      }
      // The change before it worked, and its replay is still here.
      this.changed = { ...this.accepted };
      this.tell(error);
      for (const view of this.views) view.show?.();
      return;
    }
    this.accepted = { ...this.changed };
    this.tell();
    this.isMovedBefore = this.isMoved;
    this.take(this.isChanged ? result : this.original);
    this.article.classList.toggle("changed", this.isChanged);
    for (const view of this.views) view.show?.();
    this.goTo(this.moment);
    this.article.dataset.step = (performance.now() - began).toFixed(2);
  }
}

/** Makes one article of the page live. */
async function enliven(article, module, words) {
  const state = article.querySelector(".living .state");
  const tools = article.querySelector(".tools");
  if (!tools) return;
  state.textContent = words.say("preparing");
  const text = name => document.getElementById(`${article.id}-${name}`).textContent;
  let walk;
  const tell = error => {
    const [name, values] = error instanceof Refusal
      ? [error.message, error.values] : ["failed", { reason: error.message }];
    state.textContent = words.say(name, values);
  };
  const turnOff = error => {
    tell(error);
    for (const view of walk?.views ?? []) view.turnOff?.();
    if (walk) [walk.views, walk.changed] = [[], {}];
    tools.hidden = true;
    article.querySelector(".player").hidden = true;
    article.classList.remove("lively", "changed");
  };
  try {
    const facts = JSON.parse(text("facts"));
    const firmware = await Firmware.load(await module, text("walk"));
    const original = firmware.replay({});
    if (original.digest !== facts.digest) {
      throw new Refusal("differs", { value: original.digest, text: facts.digest });
    }
    walk = new Walk(firmware, words, facts, original);
    walk.article = article;
    const same = words.say("same", { value: original.digest });
    walk.tell = error => {
      if (error) tell(error);
      else if (state.textContent !== same) state.textContent = same;
    };
    walk.fail = turnOff;
    tools.hidden = false;
    article.querySelector(".player").hidden = false;
    article.classList.add("lively");
    walk.views = [
      new PlanView(article, walk), new ChartView(article, walk),
      new Player(article, walk, firmware), new PerimeterTools(article, walk),
    ];
    for (const view of walk.views) view.show?.();
    walk.goTo(0);
    walk.tell();
    article.dataset.positions = walk.track.at.length;
    article.dataset.state = "ready";
  } catch (error) {
    turnOff(error);
    article.dataset.state = "off";
  }
}

const data = id => document.getElementById(`living-${id}`).textContent;
const pageWords = new Words(JSON.parse(data("words")));
const module = compiledModule(data("module"));
for (const article of document.querySelectorAll("article")) enliven(article, module, pageWords);
