// Another perimeter: its radius, sensitivity and home, and what the device would have done under it.

class PerimeterTools {
  constructor(article, walk) {
    this.walk = walk;
    const find = name => article.querySelector(name);
    [this.range, this.number] = [find(".radius-range"), find(".radius-number")];
    for (const input of [this.range, this.number]) {
      input.oninput = () => {
        const metres = Number(input.value);
        if (metres >= 100 && metres <= 1000) this.walk.change({ radius: metres });
      };
    }
    // A number that is none goes back to the circle in force.
    this.number.onchange = () => this.showKnobs();
    this.tempers = [...article.querySelectorAll(".tempers input")];
    for (const input of this.tempers) {
      input.onchange = () => this.walk.change({ sensitivity: input.value });
    }
    this.reset = find(".reset");
    this.reset.onclick = () => {
      this.walk.reset();
      this.range.focus();
    };
    this.outcome = find(".outcome");
    this.table = find(".compare");
    this.changes = find(".changes");
    this.found = find(".found");
    [this.command, this.profile] = [find(".command"), find("code.profile")];
    for (const button of article.querySelectorAll(".copy")) {
      button.onclick = () => this.copy(button);
    }
    this.fill(1, walk.original);
  }

  async copy(button) {
    const code = button.parentElement.querySelector("code");
    try {
      await navigator.clipboard.writeText(code.textContent);
      button.textContent = this.walk.words.say("copied");
    } catch {
      // A page without the right to the clipboard selects the text, and the keys copy it.
      getSelection().selectAllChildren(code);
    }
  }

  showKnobs() {
    const { result, original } = this.walk;
    this.range.value = result.radius_m;
    if (document.activeElement !== this.number || this.number.value !== String(result.radius_m)) {
      this.number.value = result.radius_m;
    }
    for (const input of this.tempers) input.checked = input.value === result.sensitivity;
    this.reset.disabled = !this.walk.isChanged;
    const text = this.walk.words.round(result.radius_m);
    this.range.setAttribute("aria-valuetext", text);
    this.table.classList.toggle("same", result === original);
  }

  show() {
    const { words, result } = this.walk;
    this.showKnobs();
    this.fill(2, result);
    this.outcome.textContent = this.sentence(result);
    this.changes.hidden = !this.walk.isChanged;
    if (!this.walk.isChanged) return;
    this.found.replaceChildren(...this.walk.crossings.map(event => this.item(event)));
    if (this.walk.crossings.length === 0) {
      const none = document.createElement("li");
      none.textContent = words.count("exit", 0);
      this.found.append(none);
    }
    const { lat, lon } = result;
    const own = this.walk.facts.sensitivity;
    if (this.command) {
      this.command.textContent = `${this.walk.facts.command} --perimeter=${lat},${lon},`
        + result.radius_m + (result.sensitivity === own ? "" : " --sweep sensitivity");
    }
    this.profile.textContent = `perimeter: {lat: ${lat}, lon: ${lon}, radius_m: ${result.radius_m},`
      + ` sensitivity: ${result.sensitivity}}`;
  }

  /** The column of the table that tells of a replay. */
  fill(column, result) {
    const { words, clock } = this.walk;
    const first = result.events.find(event => event.event === "perimeter.exit");
    const cells = {
      radius: words.round(result.radius_m), sensitivity: words.sensitivities[result.sensitivity],
      exits: words.decimal(result.exits, 0), returns: words.decimal(result.returns, 0),
      first: first ? clock.text(first.time) : words.say("never"),
      late: this.late(result.late_s), outside: words.span(result.outside_s * 1000),
      digest: result.digest,
    };
    for (const [name, text] of Object.entries(cells)) {
      this.table.querySelector(`[data-key=${name}]`).children[column].textContent = text;
    }
  }

  late(seconds) {
    if (seconds === null) return "–";
    const late = this.walk.words.span(Math.round(Math.abs(seconds)) * 1000);
    return seconds < 0 ? this.walk.words.say("earlyValue", { late }) : late;
  }

  sentence(result) {
    const { words, clock } = this.walk;
    const text = words.say("outcome", {
      distance: words.round(result.radius_m), value: words.sensitivities[result.sensitivity],
      words: words.count("exit", result.exits), time: words.span(result.outside_s * 1000),
    });
    const first = this.walk.crossings.find(event => event.event === "perimeter.exit");
    if (!first) return `${text}.`;
    const time = words.hour(clock.text(first.time));
    const isLate = typeof first.late_s === "number" && first.late_s >= 0;
    return `${text}; `
      + words.say(isLate ? "firstAlert" : "firstAlertUnknown", { time, late: this.late(first.late_s) })
      + ".";
  }

  /** One exit or return of the replay: when, and what the verdict of the module says. */
  item(event) {
    const { words, clock } = this.walk;
    const isExit = event.event === "perimeter.exit";
    const item = document.createElement("li");
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = words.say(isExit ? "exitAt" : "returnAt", {
      time: words.hour(clock.text(event.time)),
    });
    button.onclick = () => this.walk.goTo(event.t);
    let text = words.why(event);
    if (typeof event.crossed_t === "number") {
      const form = event.late_s < 0 ? "early" : isExit ? "exit" : "return";
      text = words.say(form, {
        time: words.hour(clock.text(event.time - event.t + event.crossed_t)),
        age: words.span(Math.ceil(event.crossed_pm_s) * 1000),
        late: words.span(Math.round(Math.abs(event.late_s)) * 1000),
        distance: event.beyond_m === null ? "" : words.round(Math.round(event.beyond_m)),
      }) + `: ${text}`;
    }
    item.append(button, ` ${text}.`);
    return item;
  }
}
