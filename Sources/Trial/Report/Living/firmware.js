// The device's own program. It replays the packed walk, and decides and measures all that the page shows.

/** The reason why the page's tools are off, or refuse a change: a name of the words, and what goes into its gap. */
class Refusal extends Error {
  constructor(name, values = {}) {
    super(name);
    this.values = values;
  }
}

/** The bytes of a text in base 85, in which "v", "w" and "x" stand for the markup "&", "<" and ">". */
function bytesOf(text) {
  const view = new DataView(new ArrayBuffer(Math.ceil(text.length / 5) * 4));
  for (let at = 0; at < text.length; at += 5) {
    let value = 0;
    for (const letter of text.slice(at, at + 5).padEnd(5, "u")) {
      value = value * 85 + ("vwx".includes(letter) ? { v: 5, w: 27, x: 29 }[letter] : letter.charCodeAt(0) - 33);
    }
    view.setUint32(at / 5 * 4, value);
  }
  return new Uint8Array(view.buffer, 0, Math.floor(text.length * 4 / 5));
}

async function unzipped(bytes) {
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  try {
    return new Uint8Array(await new Response(stream).arrayBuffer());
  } catch {
    // The browser's own words are about a network that has no part in it.
    throw new Refusal("damaged", { reason: "gzip" });
  }
}

/** The compiled module of the page. */
async function compiledModule(text) {
  if (!("WebAssembly" in window) || !("DecompressionStream" in window)) {
    throw new Refusal("needsBrowser");
  }
  try {
    return await WebAssembly.compile(await unzipped(bytesOf(text)));
  } catch (error) {
    throw error instanceof Refusal ? error : new Refusal("damaged", { reason: error.message });
  }
}

/** One walk in a device of its own. */
class Firmware {
  static sensitivities = { calm: 1, normal: 2, quick: 3 };
  static outOfRange = 3;

  static async load(module, text) {
    try {
      const instance = await WebAssembly.instantiate(module, {});
      return new Firmware(instance.exports, await unzipped(bytesOf(text)));
    } catch (error) {
      throw error instanceof Refusal ? error : new Refusal("damaged", { reason: error.message });
    }
  }

  constructor(calls, packed) {
    this.calls = calls;
    const place = calls.vigia_input(packed.length);
    if (place === 0) throw new Refusal("damaged", { reason: "vigia_input" });
    new Uint8Array(calls.memory.buffer, place, packed.length).set(packed);
    this.check(calls.vigia_load(packed.length));
  }

  check(code) {
    if (code !== 0) throw new Refusal("damaged", { reason: code });
  }

  /** Replays the walk; a change has radius, sensitivity, east and north, each absent as recorded. */
  replay(change) {
    const { calls } = this;
    calls.vigia_reset();
    if (change.radius !== undefined) this.check(calls.vigia_radius(change.radius));
    if (change.sensitivity !== undefined) {
      this.check(calls.vigia_sensitivity(Firmware.sensitivities[change.sensitivity]));
    }
    if (change.east !== undefined) {
      const code = calls.vigia_move(change.east, change.north);
      // No damage: there is no such place on the plan, or it is too far.
      if (code === Firmware.outOfRange) throw new Refusal("tooFar");
      this.check(code);
    }
    this.check(calls.vigia_replay());
    const text = new Uint8Array(
      calls.memory.buffer, calls.vigia_result(), calls.vigia_result_length());
    return JSON.parse(new TextDecoder().decode(text));
  }

  /** A column of the positions, copied, because the module's memory may move. */
  column(number, Kind) {
    const place = this.calls.vigia_column(number);
    return new Kind(this.calls.memory.buffer, place, this.calls.vigia_count()).slice();
  }

  /** The positions of the walk. Distances change with the home. */
  track() {
    return {
      at: this.column(0, Float64Array), distance: this.distances(),
      eph: this.column(2, Float64Array), refusal: this.column(3, Uint8Array),
      east: this.column(4, Float64Array), north: this.column(5, Float64Array),
    };
  }

  distances() {
    return this.column(1, Float64Array);
  }

  /** The samples of a burst, as the device's own loudspeaker gets them. */
  burst(number, rate) {
    const place = this.calls.vigia_sound(number, rate);
    return new Float32Array(
      this.calls.memory.buffer, place, place === 0 ? 0 : this.calls.vigia_sound_length()).slice();
  }
}

/** Number of the refusal column for a position that counts. */
const counted = 255;

/** The index of the last position at or before a moment; -1 before the first. */
function lastAt(at, moment) {
  let [low, high] = [0, at.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (at[middle] <= moment) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
