// The charts and the table of the report, tied to the bar of the time. Under another perimeter the chart of
// the distance gets a layer of its own, in the same looks.

class ChartView {
  constructor(article, walk) {
    this.walk = walk;
    this.charts = [...article.querySelectorAll("svg[data-axis]")].map(svg => {
      const [left, right, top, bottom, from, to] = svg.dataset.axis.split(" ").map(Number);
      const chart = { svg, left, right, top, bottom, from, to, metres: Number(svg.dataset.metres) };
      if (chart.metres) chart.layer = draw("g", { class: "changed-layer" }, svg);
      chart.cursor = draw("path", { class: "cursor" }, svg);
      this.follow(chart);
      return chart;
    });
    this.rows = [...article.querySelectorAll("tr[data-at]")].map(row => {
      const at = Number(row.dataset.at);
      row.addEventListener("click", event => {
        if (!event.target.closest("a")) walk.goTo(at);
      });
      return { row, at };
    });
    window.addEventListener("resize", () => this.show());
  }

  x(chart, moment) {
    return chart.left
      + (chart.right - chart.left) * (moment - chart.from) / (chart.to - chart.from);
  }

  /** Pointing at a chart goes to that moment. */
  follow(chart) {
    const go = event => {
      const box = chart.svg.getBoundingClientRect();
      const x = (event.clientX - box.left) * chart.svg.viewBox.baseVal.width / box.width;
      const part = (x - chart.left) / (chart.right - chart.left);
      if (part < -0.02 || part > 1.02) return;
      this.walk.goTo(chart.from + part * (chart.to - chart.from));
    };
    chart.svg.addEventListener("pointerdown", event => {
      chart.svg.setPointerCapture(event.pointerId);
      chart.isHeld = true;
      go(event);
    });
    chart.svg.addEventListener("pointermove", event => {
      if (chart.isHeld) go(event);
    });
    for (const end of ["pointerup", "pointercancel"]) {
      chart.svg.addEventListener(end, () => { chart.isHeld = false; });
    }
  }

  showTime() {
    const { moment } = this.walk;
    for (const chart of this.charts) {
      const isIn = moment >= chart.from && moment <= chart.to;
      chart.cursor.setAttribute(
        "d", isIn ? `M${tenth(this.x(chart, moment))} ${chart.top}V${chart.bottom}` : "");
    }
    let current;
    for (const { row, at } of this.rows) {
      row.removeAttribute("aria-current");
      if (at <= moment) current = row;
    }
    current?.setAttribute("aria-current", "true");
  }

  /** Draws the last replay into the chart that is in sight, unless it is the recording's own. */
  show() {
    for (const chart of this.charts) {
      if (!chart.layer) continue;
      chart.layer.replaceChildren();
      if (this.walk.isChanged && chart.svg.getClientRects().length > 0) this.drawChange(chart);
    }
  }

  /** Leaves nothing but the recording. */
  turnOff() {
    for (const chart of this.charts) {
      chart.layer?.replaceChildren();
      chart.cursor.setAttribute("d", "");
    }
    for (const { row } of this.rows) row.removeAttribute("aria-current");
  }

  drawChange(chart) {
    const { walk } = this;
    const { track, result, words } = walk;
    const most = walk.isMoved ? this.farthest() : chart.metres / 1.02;
    const step = this.step(Math.max(most, result.radius_m * 1.2) / 5);
    const top = walk.isMoved || result.radius_m > chart.metres
      ? step * Math.ceil(Math.max(most, result.radius_m * 1.2) * 1.02 / step) : chart.metres;
    const y = metres => chart.bottom
      - (chart.bottom - chart.top) * Math.min(Math.max(metres, 0), top) / top;
    for (const [from, to] of result.outside) {
      const left = this.x(chart, from);
      const right = to === null ? chart.right : this.x(chart, to);
      draw("rect", {
        class: "outside", x: tenth(left), y: chart.top, width: tenth(Math.max(right - left, 0.5)),
        height: tenth(chart.bottom - chart.top),
      }, chart.layer);
    }
    const ticks = this.step(top / 5.2);
    for (let metres = 0; metres <= top * 1.001; metres += ticks) {
      const at = tenth(y(metres));
      draw("path", { class: "grid", d: `M${chart.left} ${at}H${chart.right}` }, chart.layer);
      const isLast = metres + ticks > top * 1.001;
      const text = isLast ? words.round(metres)
        : words.trimmed(ticks >= 1000 ? metres / 1000 : metres, 1);
      label(text, { class: "label right", x: chart.left - 7, y: at + 4.5 }, chart.layer);
    }
    draw("path", { class: "distance", d: this.line(chart, track, y) }, chart.layer);
    const edge = tenth(y(result.radius_m));
    draw("path", { class: "radius", d: `M${chart.left} ${edge}H${chart.right}` }, chart.layer);
    const numbers = [];
    for (const mark of walk.marks) {
      if (mark.distance_m === undefined) continue;
      numbers.push(drawMark(mark, this.x(chart, mark.t), y(mark.distance_m), chart.layer));
    }
    drawNumbers(numbers, chart.layer);
    label(words.say("radiusLine", { distance: words.round(result.radius_m) }), {
      class: "label right", x: chart.right - 4, y: edge < chart.top + 20 ? edge + 16 : edge - 6,
    }, chart.layer);
  }

  farthest() {
    const { track } = this.walk;
    let most = 0;
    for (let i = 0; i < track.at.length; i += 1) {
      if (track.refusal[i] === counted) most = Math.max(most, track.distance[i]);
    }
    return most;
  }

  /** The smallest round step that is not below a limit. */
  step(limit) {
    const below = roundStep(limit);
    return below < limit ? roundStep(below * 2.5) : below;
  }

  line(chart, track, y) {
    const steps = [];
    let before = -1;
    for (let i = 0; i < track.at.length; i += 1) {
      if (track.refusal[i] !== counted) continue;
      const isTorn = before < 0 || track.at[i] - track.at[before] > this.walk.words.gap;
      steps.push(
        `${isTorn ? "M" : "L"}${tenth(this.x(chart, track.at[i]))} ${tenth(y(track.distance[i]))}`);
      before = i;
    }
    return steps.join("");
  }
}
