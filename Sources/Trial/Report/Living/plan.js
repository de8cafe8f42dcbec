// The plan that moves: track, circle, home and marks, in the looks of the printed one.

const svgSpace = "http://www.w3.org/2000/svg";

function draw(name, attributes, parent) {
  const shape = document.createElementNS(svgSpace, name);
  for (const [key, value] of Object.entries(attributes)) shape.setAttribute(key, value);
  parent.append(shape);
  return shape;
}

function label(text, attributes, parent) {
  draw("text", attributes, parent).textContent = text;
}

const tenth = value => Math.round(value * 10) / 10;

/** Events with a mark in plan and chart. */
const markKinds = {
  "perimeter.exit": "exit", "perimeter.return": "return", "perimeter.suspect": "suspect",
  "perimeter.cleared": "cleared", "position.lost": "lost", "position.regained": "regained",
};

/** A mark as the page draws it, with the number that it has in the table. */
function drawMark(mark, x, y, parent) {
  const kind = markKinds[mark.event];
  draw("use", { href: `#${kind}`, class: kind, x: tenth(x), y: tenth(y) }, parent);
  const isLarge = ["exit", "return", "suspect"].includes(kind);
  return { text: String(mark.number), style: isLarge ? "n" : "n small", x, y };
}

/** Writes the numbers that do not cover each other, those of exits first. */
function drawNumbers(numbers, parent) {
  const taken = [];
  for (const { text, style, x, y } of [...numbers].sort((a, b) => a.style.length - b.style.length)) {
    const [left, top, width] = [x + 8, y - 18, text.length * 8];
    if (taken.some(box => Math.abs(box.left - left) < Math.max(box.width, width)
      && Math.abs(box.top - top) < 13)) continue;
    taken.push({ left, top, width });
    label(text, { class: style, x: tenth(left + width / 2), y: tenth(top + 12) }, parent);
  }
}

/** The largest of 1, 2 and 5 times a power of ten that is not above a limit. */
function roundStep(limit) {
  const unit = 10 ** Math.floor(Math.log10(limit));
  return limit >= 5 * unit ? 5 * unit : limit >= 2 * unit ? 2 * unit : unit;
}

class PlanView {
  static closest = 8;
  static styles = ["a0", "a1", "a2", "a3", "a4"];

  constructor(article, walk) {
    this.walk = walk;
    this.box = article.querySelector(".map");
    this.svg = this.box.querySelector("svg.live");
    this.house = this.box.querySelector(".house");
    this.layers = {};
    for (const name of ["ground", "marks", "scale", "now"]) {
      this.layers[name] = draw("g", {}, this.svg);
    }
    const button = name => article.querySelector(`.zooms .${name}`);
    button("in").onclick = () => this.zoom(1.6);
    button("out").onclick = () => this.zoom(1 / 1.6);
    button("all").onclick = () => this.showAll();
    this.box.addEventListener("keydown", event => this.key(event));
    this.box.addEventListener("wheel", event => this.wheel(event), { passive: false });
    this.followFingers();
    this.followHouse();
    new ResizeObserver(() => this.resize()).observe(this.box);
  }

  /** Fits everything that counted, and the circles as recorded and in force. */
  showAll() {
    const { track, original, result, home } = this.walk;
    const box = [home.east, home.east, home.north, home.north]
      .map((middle, side) => middle + (side % 2 === 0 ? -1 : 1) * result.radius_m);
    for (const side of [0, 1, 2, 3]) {
      const edge = (side % 2 === 0 ? -1 : 1) * original.radius_m;
      box[side] = side % 2 === 0 ? Math.min(box[side], edge) : Math.max(box[side], edge);
    }
    for (let i = 0; i < track.at.length; i += 1) {
      if (track.refusal[i] !== counted) continue;
      box[0] = Math.min(box[0], track.east[i]);
      box[1] = Math.max(box[1], track.east[i]);
      box[2] = Math.min(box[2], track.north[i]);
      box[3] = Math.max(box[3], track.north[i]);
    }
    this.middle = { east: (box[0] + box[1]) / 2, north: (box[2] + box[3]) / 2 };
    this.scale = Math.min(
      (this.width - 48) / (box[1] - box[0]), (this.height - 64) / (box[3] - box[2]));
    this.least = Math.min(this.scale / 8, this.least ?? Infinity);
    this.isWhole = true;
    this.redraw();
  }

  resize() {
    const before = this.width;
    [this.width, this.height] = [this.box.clientWidth, this.box.clientHeight];
    if (!this.width || !this.height) return;
    this.svg.setAttribute("viewBox", `0 0 ${this.width} ${this.height}`);
    if (before) this.redraw();
    else this.showAll();
  }

  x(east) { return this.width / 2 + (east - this.middle.east) * this.scale; }
  y(north) { return this.height / 2 - (north - this.middle.north) * this.scale; }
  east(x) { return this.middle.east + (x - this.width / 2) / this.scale; }
  north(y) { return this.middle.north - (y - this.height / 2) / this.scale; }

  zoom(factor, x = this.width / 2, y = this.height / 2) {
    this.isWhole = false;
    const [east, north] = [this.east(x), this.north(y)];
    this.scale = Math.min(Math.max(this.scale * factor, this.least), PlanView.closest);
    this.middle = {
      east: east - (x - this.width / 2) / this.scale,
      north: north + (y - this.height / 2) / this.scale,
    };
    this.redraw();
  }

  pan(x, y) {
    this.isWhole = false;
    this.middle.east -= x / this.scale;
    this.middle.north += y / this.scale;
    this.redraw();
  }

  /** Draws once before the next picture, however often it is asked. */
  redraw() {
    this.isDue ||= requestAnimationFrame(() => {
      this.isDue = 0;
      this.drawTrack();
      this.show();
    });
  }

  drawTrack() {
    const { track, words } = this.walk;
    const ground = this.layers.ground;
    ground.replaceChildren();
    this.circles = draw("g", {}, ground);
    const [lines, gaps, refused] = [[], [], []];
    const dots = PlanView.styles.map(() => []);
    const seen = new Set();
    let before = -1;
    for (let i = 0; i < track.at.length; i += 1) {
      const [x, y] = [tenth(this.x(track.east[i])), tenth(this.y(track.north[i]))];
      const isNear = x > -200 && y > -200 && x < this.width + 200 && y < this.height + 200;
      const cell = Math.round(y * 2) * 8192 + Math.round(x * 2);
      const isNew = isNear && !seen.has(cell) && seen.add(cell);
      if (track.refusal[i] !== counted) {
        if (isNew) refused.push(`M${x} ${y}h.1`);
        continue;
      }
      if (before >= 0) {
        const isGap = track.at[i] - track.at[before] > words.gap;
        const from = `M${tenth(this.x(track.east[before]))} ${tenth(this.y(track.north[before]))}`;
        if (isGap) gaps.push(`${from}L${x} ${y}`);
        else lines.push(lines.length === 0 || this.isTorn ? `${from}L${x} ${y}` : `L${x} ${y}`);
        this.isTorn = isGap;
      }
      before = i;
      if (isNew) dots[this.accuracy(track.eph[i])].push(`M${x} ${y}h.1`);
    }
    this.isTorn = false;
    draw("path", { class: "gap", d: gaps.join("") }, ground);
    draw("path", { class: "track", d: lines.join("") }, ground);
    draw("path", { class: "refused", d: refused.join("") }, ground);
    draw("path", { class: "refused hole", d: refused.join("") }, ground);
    const order = PlanView.styles.map((style, i) => [style, dots[i]])
      .sort((a, b) => b[1].length - a[1].length);
    for (const [style, places] of order) {
      draw("path", { class: `dot ${style}`, d: places.join("") }, ground);
    }
    this.drawScale();
  }

  accuracy(eph) {
    if (!(eph > 0) || eph === Infinity) return 4;
    const place = this.walk.words.accuracies.findIndex(most => eph <= most);
    return place < 0 ? 3 : place;
  }

  drawScale() {
    const layer = this.layers.scale;
    layer.replaceChildren();
    const metres = roundStep(this.width / 3.5 / this.scale);
    const [length, y] = [metres * this.scale, this.height - 12];
    draw("path", { class: "scale", d: `M12 ${y - 5}v5h${tenth(length)}v-5` }, layer);
    label(this.walk.words.round(metres), { class: "label", x: 12, y: y - 10 }, layer);
    const x = this.width - 16;
    draw("path", { class: "north", d: `M${x} ${y - 22}l6 18-6-4.500-6 4.500z` }, layer);
    label("N", { class: "label mid", x, y }, layer);
  }

  /** Circles, home and marks of the last replay. */
  show() {
    if (!this.circles) return;
    const { result, original, home } = this.walk;
    // A circle that grows out of the whole plan makes it larger; one that shrinks lets it be.
    const reach = result.radius_m * this.scale + 16;
    if (this.isWhole && (this.x(home.east) - reach < 0 || this.x(home.east) + reach > this.width
      || this.y(home.north) - reach < 0 || this.y(home.north) + reach > this.height)) {
      this.isWhole = false;
      this.showAll();
      return;
    }
    this.circles.replaceChildren();
    this.layers.marks.replaceChildren();
    const [x, y] = [this.x(home.east), this.y(home.north)];
    const radius = result.radius_m * this.scale;
    draw("circle", { class: "perimeter", cx: tenth(x), cy: tenth(y), r: tenth(radius) }, this.circles);
    if (this.walk.isChanged) {
      draw("circle", {
        class: "asrecorded", cx: tenth(this.x(0)), cy: tenth(this.y(0)),
        r: tenth(original.radius_m * this.scale),
      }, this.circles);
    }
    this.house.style.left = `${tenth(x)}px`;
    this.house.style.top = `${tenth(y)}px`;
    label(this.walk.words.say("radiusLabel", { distance: this.walk.words.round(result.radius_m) }), {
      class: "label mid", x: tenth(x), y: tenth(y - radius - 6 < 14 ? y + radius + 16 : y - radius - 6),
    }, this.circles);
    const numbers = [];
    for (const mark of this.walk.marks) {
      if (mark.east === undefined) continue;
      numbers.push(drawMark(mark, this.x(mark.east), this.y(mark.north), this.layers.marks));
    }
    for (const mark of this.walk.marks) {
      if (mark.crossed_east === undefined) continue;
      draw("circle", {
        class: "crossmark", r: 4.5, cx: tenth(this.x(mark.crossed_east)),
        cy: tenth(this.y(mark.crossed_north)),
      }, this.layers.marks);
    }
    drawNumbers(numbers, this.layers.marks);
    this.showTime();
  }

  /** The wearer at the moment that the bar shows, with the accuracy of the position. */
  showTime() {
    const { track, place } = this.walk;
    const layer = this.layers.now;
    layer.replaceChildren();
    // Before the page is laid out there is no scale.
    if (place < 0 || !this.middle) return;
    const [cx, cy] = [tenth(this.x(track.east[place])), tenth(this.y(track.north[place]))];
    if (track.eph[place] > 0) {
      draw("circle", { class: "haze", cx, cy, r: tenth(track.eph[place] * this.scale) }, layer);
    }
    draw("circle", { class: this.walk.isFollowed ? "here" : "here faint", cx, cy, r: 7 }, layer);
  }

  key(event) {
    if (event.target !== this.box || event.ctrlKey || event.metaKey || event.altKey) return;
    const step = 48;
    const acts = {
      ArrowLeft: () => this.pan(step, 0), ArrowRight: () => this.pan(-step, 0),
      ArrowUp: () => this.pan(0, step), ArrowDown: () => this.pan(0, -step),
      "+": () => this.zoom(1.6), "=": () => this.zoom(1.6), "-": () => this.zoom(1 / 1.6),
      Home: () => this.showAll(), 0: () => this.showAll(),
    };
    if (!acts[event.key]) return;
    event.preventDefault();
    acts[event.key]();
  }

  /** A wheel over a plan that nobody chose scrolls the page. */
  wheel(event) {
    if (!event.ctrlKey && !this.box.contains(document.activeElement)) return;
    event.preventDefault();
    const { left, top } = this.svg.getBoundingClientRect();
    this.zoom(2 ** (-event.deltaY / 300), event.clientX - left, event.clientY - top);
  }

  /** One pointer moves the plan, two zoom it, and a touch without a move goes to a moment. */
  followFingers() {
    const fingers = new Map();
    let travelled = 0;
    const spread = () => {
      const [a, b] = [...fingers.values()];
      return b ? Math.hypot(a.x - b.x, a.y - b.y) : 0;
    };
    this.svg.addEventListener("pointerdown", event => {
      this.svg.setPointerCapture(event.pointerId);
      fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
      travelled = fingers.size > 1 ? Infinity : 0;
    });
    this.svg.addEventListener("pointermove", event => {
      const before = fingers.get(event.pointerId);
      if (!before) return;
      const was = spread();
      const [x, y] = [event.clientX - before.x, event.clientY - before.y];
      fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
      travelled += Math.abs(x) + Math.abs(y);
      if (travelled < 4) return;
      this.pan(x / fingers.size, y / fingers.size);
      if (was > 0) {
        const { left, top } = this.svg.getBoundingClientRect();
        const [a, b] = [...fingers.values()];
        this.zoom(spread() / was, (a.x + b.x) / 2 - left, (a.y + b.y) / 2 - top);
      }
    });
    for (const end of ["pointerup", "pointercancel"]) {
      this.svg.addEventListener(end, event => {
        if (fingers.delete(event.pointerId) && end === "pointerup" && travelled < 4) this.touch(event);
      });
    }
  }

  /** Goes to the moment of the position under the finger. */
  touch(event) {
    const { left, top } = this.svg.getBoundingClientRect();
    const [x, y] = [event.clientX - left, event.clientY - top];
    const { track } = this.walk;
    let [nearest, best] = [24, -1];
    for (let i = 0; i < track.at.length; i += 1) {
      if (track.refusal[i] !== counted) continue;
      const away = Math.hypot(this.x(track.east[i]) - x, this.y(track.north[i]) - y);
      if (away < nearest) [nearest, best] = [away, i];
    }
    if (best >= 0) this.walk.goTo(track.at[best]);
  }

  followHouse() {
    const house = this.house;
    const place = event => {
      const { left, top } = this.svg.getBoundingClientRect();
      return { east: this.east(event.clientX - left), north: this.north(event.clientY - top) };
    };
    house.addEventListener("pointerdown", event => {
      house.setPointerCapture(event.pointerId);
      const from = place(event);
      const { home } = this.walk;
      // The house stays under the finger at the spot where it was taken.
      this.grip = { east: from.east - home.east, north: from.north - home.north };
    });
    house.addEventListener("pointermove", event => {
      if (!this.grip) return;
      const to = place(event);
      this.walk.move(to.east - this.grip.east, to.north - this.grip.north);
    });
    for (const end of ["pointerup", "pointercancel"]) {
      house.addEventListener(end, () => { this.grip = undefined; });
    }
    house.addEventListener("keydown", event => {
      const step = event.shiftKey ? 100 : 10;
      const ways = {
        ArrowLeft: [-step, 0], ArrowRight: [step, 0], ArrowUp: [0, step], ArrowDown: [0, -step],
      };
      const way = ways[event.key];
      if (!way) return;
      event.preventDefault();
      const { home } = this.walk;
      this.walk.move(home.east + way[0], home.north + way[1]);
    });
  }
}
