/// The script of all pages: it keeps ages, takes over changes, and puts a map over the plan.
///
/// Every page does its work without it. It draws and counts; words come from the page.
enum PortalScript {
  static let text = clock + live + map + day + perimeter

  private static let clock = #"""
    'use strict';
    const root = document.documentElement;
    const byId = (id) => document.getElementById(id);

    // The browser's own clock may stand still while a phone sleeps; the time of day goes on, and may be set.
    const slept = {ms: 0, ahead: Date.now() - performance.now()};
    function ticks() {
      const ahead = Date.now() - performance.now();
      if (Math.abs(ahead - slept.ahead) > 1000) {
        slept.ms += Math.max(0, ahead - slept.ahead);
        slept.ahead = ahead;
      }
      return performance.now() + slept.ms;
    }

    // The portal's clock: known at a moment of ours, and as quick as it says.
    const time = {now: Number(root.dataset.now), pace: Number(root.dataset.pace) || 1, at: ticks()};
    const portalNow = () => time.now + (ticks() - time.at) * time.pace;

    // The same steps as the server's `span`: whole units, never rounded up.
    function span(ms) {
      const minutes = Math.floor(ms / 60000);
      if (minutes < 1) return `${Math.floor(ms / 1000)} s`;
      if (minutes < 60) return `${minutes} min`;
      const join = (large, small) => (small ? `${large} ${small}` : large);
      if (minutes < 24 * 60) return join(`${Math.floor(minutes / 60)} h`, minutes % 60 ? `${minutes % 60} min` : '');
      const hours = Math.floor(minutes / 60);
      return join(`${Math.floor(hours / 24)} d`, hours % 24 ? `${hours % 24} h` : '');
    }

    // "03:02" from a minute of the day.
    function clockText(minute) {
      const two = (number) => String(number).padStart(2, '0');
      return `${two(Math.floor(minute / 60))}:${two(minute % 60)}`;
    }

    function age(ms) {
      const gap = portalNow() - ms;
      if (gap < -60000) return root.dataset.ahead.replace('{age}', span(-gap));
      if (gap < 60000) return root.dataset.agoShort;
      return root.dataset.ago.replace('{age}', span(gap));
    }

    // The minute of the day that the server said, and the moment of which it said it. The next change of the zone's
    // clocks has its moment, and its minutes.
    const clockOf = (page) => ({
      clock: page.getElementById('clock').textContent.split(':').map(Number),
      now: Number(page.documentElement.dataset.now),
      turn: (page.documentElement.dataset.turn || '0 0').split(' ').map(Number),
    });
    const start = clockOf(document);

    const fading = ['fresh', 'aging', 'old'];
    function fade(ms) {
      const gap = portalNow() - ms;
      if (gap < -60000) return 'old';
      return fading[gap < 300000 ? 0 : gap < 1800000 ? 1 : 2];
    }

    function keepAges() {
      for (const element of document.querySelectorAll('[data-age]')) {
        const text = age(Number(element.dataset.age));
        if (element.textContent !== text) element.textContent = text;
      }
      for (const element of document.querySelectorAll('[data-fade]')) {
        const now = fade(Number(element.dataset.fade));
        if (element.classList.contains(now)) continue;
        element.classList.remove(...fading);
        element.classList.add(now);
      }
    }

    """#

  private static let live = #"""
    // A page of one wearer hears news by a stream. One that the time alone changes asks by itself each minute.
    const isKept = Boolean(root.dataset.live) || 'renews' in root.dataset;
    const patience = root.dataset.live ? 40000 : 150000;

    // All pages of a browser share one stream by a worker: six streams to one host leave none for the next page.
    // `owes` is the moment since which the page should have been fetched anew; null: it is up to date.
    const stream = {
      port: null, isOpen: false, heard: ticks(), fetching: false, again: false, owes: null, retry: 0, next: 0,
    };

    function hear() { stream.heard = ticks(); }

    function told({kind, data}) {
      if (!stream.isOpen) return;
      if (kind === 'closed') {
        // The browser comes back by itself, but for an answer that is no stream.
        hush();
        clearTimeout(stream.retry);
        stream.retry = setTimeout(() => { listen(); takeOver(); }, 10000);
        return;
      }
      // The word that a stream is ready is the worker's own.
      if (kind !== 'ready') hear();
      // The first beat asks as well: something may have happened since this page was made.
      if (kind === 'state' || kind === 'ready') takeOver();
      if (kind !== 'beat') return;
      const beat = JSON.parse(data);
      Object.assign(time, {now: beat.now, pace: beat.pace || 1, at: ticks()});
      keepAges();
    }

    // A browser without such workers has a stream for each page.
    function ownPort() {
      const port = {source: null, isReady: false, postMessage(words) {
        port.source?.close();
        port.source = words.listen ? new EventSource(words.listen) : null;
        port.isReady = false;
        if (!port.source) return;
        port.source.addEventListener('beat', ({data}) => {
          if (!port.isReady) told({kind: 'ready'});
          port.isReady = true;
          told({kind: 'beat', data});
        });
        port.source.addEventListener('state', () => told({kind: 'state'}));
        port.source.onerror = () => {
          port.isReady = false;
          if (port.source.readyState === EventSource.CLOSED) told({kind: 'closed'});
        };
      }};
      return port;
    }

    function sharedPort() {
      const {port} = new SharedWorker(root.dataset.worker);
      port.onmessage = ({data}) => told(data);
      return port;
    }

    function listen() {
      if (!root.dataset.live || stream.isOpen || document.hidden) return;
      stream.port ??= window.SharedWorker ? sharedPort() : ownPort();
      stream.isOpen = true;
      stream.port.postMessage({listen: new URL(root.dataset.live, location.href).href});
    }

    function hush() {
      stream.isOpen = false;
      stream.port?.postMessage({});
    }

    // While a form takes the reader to its answer, news of the form's own effect must not lead elsewhere.
    // A form whose answer does not come leaves the page, and the news, here.
    let isLeaving = false;
    addEventListener('submit', () => {
      isLeaving = true;
      setTimeout(() => { isLeaving = false; takeOver(); }, 20000);
    });
    addEventListener('pageshow', () => { isLeaving = false; });

    // Somebody has come back to the page and looks anew: that is on record, and the page's own asking is not.
    let isComing = false;

    // Fetches this page anew and takes over the parts that differ.
    async function takeOver() {
      stream.owes ??= ticks();
      if (stream.fetching) { stream.again = true; return; }
      stream.fetching = true;
      clearTimeout(stream.next);
      // An answer is as old as its question. The phone may sleep before it is read.
      const asked = ticks();
      try {
        // A request that hangs would hold up all later ones. An old browser cannot end it.
        const signal = AbortSignal.timeout?.(60000);
        const headers = {Accept: 'text/html', ...isComing ? {} : {'Vigia-Renewal': '1'}};
        const came = isComing;
        const answer = await fetch(location.href, {headers, cache: 'no-store', signal});
        // A phone that wakes up has no network at first: the next try is a look as well.
        if (came) isComing = false;
        if (isLeaving) return;
        if (answer.redirected || answer.status === 401 || answer.status === 403 || answer.status === 404) {
          location.reload();
          return;
        }
        if (!answer.ok) return;
        const text = await answer.text();
        if (isLeaving) return;
        exchange(new DOMParser().parseFromString(text, 'text/html'), asked);
        stream.heard = Math.max(stream.heard, asked);
        stream.owes = null;
      } catch (error) {
        // The line about lost contact says it.
        if (isKept) watch();
      } finally {
        stream.fetching = false;
        if (stream.again) {
          stream.again = false;
          setTimeout(takeOver, 250);
        } else if (stream.owes !== null && isKept) {
          // No other news may come for hours. A page that nobody sees asks when somebody looks again.
          stream.next = setTimeout(() => { if (!document.hidden && !isLeaving) takeOver(); }, 10000);
        }
      }
    }

    function exchange(fresh, asked) {
      const parts = (from) => [...from.querySelectorAll('[data-part]')];
      const ids = (from) => parts(from).map((part) => part.id).join(' ');
      if (ids(fresh) !== ids(document)) { location.reload(); return; }
      // The zone may have changed its clocks since this page came.
      Object.assign(start, clockOf(fresh));
      // A beat that came since knows better.
      if (asked > time.at) Object.assign(time, {now: Number(fresh.documentElement.dataset.now), at: asked});
      const focused = document.activeElement && document.activeElement.id;
      for (const part of parts(fresh)) {
        const old = byId(part.id);
        for (const {name, value} of part.attributes) old.setAttribute(name, value);
        for (const {name} of [...old.attributes]) if (!part.hasAttribute(name)) old.removeAttribute(name);
        // Ages run by themselves; a part that differs in nothing else keeps its elements and its focus.
        if (still(old) !== still(part)) change(old, part);
      }
      if (focused && byId(focused) && document.activeElement === document.body) byId(focused).focus();
      document.title = fresh.title;
      byId('asof').innerHTML = fresh.getElementById('asof').innerHTML;
      keepAges();
      document.dispatchEvent(new Event('portal:changed'));
    }

    function still(element) {
      const copy = element.cloneNode(true);
      for (const part of copy.querySelectorAll('[data-age]')) part.textContent = '';
      for (const part of copy.querySelectorAll('[data-fade]')) part.classList.remove(...fading);
      return copy.innerHTML;
    }

    // An element that is announced stays, and only its text changes: else no reader would hear it.
    function change(old, fresh) {
      const said = old.querySelector('[role=status]');
      const says = fresh.querySelector('[role=status]');
      const text = says && says.innerHTML;
      if (said && says) {
        said.remove();
        old.replaceChildren(...fresh.childNodes);
        old.querySelector('[role=status]').replaceWith(said);
        if (said.innerHTML !== text) said.innerHTML = text;
      } else {
        old.replaceChildren(...fresh.childNodes);
      }
    }

    function watch() {
      // A stream that goes on says nothing about a page that could not be fetched.
      const silent = ticks() - Math.min(stream.heard, stream.owes ?? stream.heard);
      const stale = byId('stale');
      const isStale = !document.hidden && silent > patience;
      const text = isStale ? root.dataset.stale.replace('{age}', span(silent)) : '';
      if (isStale ? !stale.textContent || silent % 60000 < 5000 : stale.textContent) stale.textContent = text;
    }

    // Somebody looks again. Nothing was heard meanwhile: what stands here is as old as that.
    function wake() {
      byId('stale').textContent = '';
      isComing = true;
      keepAges();
      listen();
      takeOver();
    }

    if (isKept) {
      byId('live').hidden = false;
      byId('asof').parentElement.hidden = true;
      listen();
      setInterval(watch, 5000);
      if ('renews' in root.dataset) setInterval(() => { if (!document.hidden) takeOver(); }, 60000);
      document.addEventListener('visibilitychange', () => {
        if (document.hidden) hush(); else wake();
      });
      window.addEventListener('pagehide', hush);
      window.addEventListener('pageshow', (event) => { if (event.persisted) wake(); });
    }
    keepAges();
    setInterval(keepAges, Math.max(1000, 5000 / time.pace));
    // The server said the minute of the day; the script only counts on.
    function minuteNow() {
      const past = Math.floor(portalNow() / 60000) - Math.floor(start.now / 60000);
      const turned = portalNow() >= start.turn[0] ? start.turn[1] : 0;
      return (start.clock[0] * 60 + start.clock[1] + past + turned + 1440) % 1440;
    }
    setInterval(() => {
      const text = clockText(minuteNow());
      if (byId('clock').textContent !== text) byId('clock').textContent = text;
    }, 1000);

    """#

  private static let day = #"""
    // The slider of a day: all words and places stand in the page.
    const slider = byId('minute');
    if (slider) {
      const spots = [...document.querySelectorAll('.spots li')];
      const events = [...document.querySelectorAll('.story li')];
      const shown = byId('shown');
      const upTo = (items, minute) => items.filter((item) => Number(item.dataset.minute) <= minute).at(-1);
      byId('show').hidden = true;

      function move(place) {
        const plans = byId('plans');
        if (!plans) return;
        if (!place) delete plans.dataset.place;
        const [north, east, reach] = place ? place.dataset.place.split(' ').map(Number) : [];
        if (place) {
          plans.dataset.place = place.dataset.place;
          plans.dataset.accuracy = `${place.dataset.accuracy}, ${place.dataset.clock}`;
        }
        for (const plan of plans.querySelectorAll('.plan')) {
          const mark = plan.querySelector('.mark');
          if (!mark) continue;
          mark.toggleAttribute('hidden', !place);
          if (!place) continue;
          const [homeNorth, homeEast, x, y, perEast, perNorth, scale] = plan.dataset.projection.split(' ').map(Number);
          // The shorter way, also across the 180th meridian.
          const way = ((east - homeEast + 540) % 360 + 360) % 360 - 180;
          const at = {x: x + way * perEast, y: y - (north - homeNorth) * perNorth};
          for (const circle of mark.querySelectorAll('circle')) {
            circle.setAttribute('cx', at.x);
            circle.setAttribute('cy', at.y);
          }
          mark.querySelector('.reach')?.setAttribute('r', Math.max(10, (reach || 0) * scale));
          const labels = [...mark.querySelectorAll('.label')];
          labels[0].textContent = place.dataset.accuracy;
          labels[1].textContent = place.dataset.clock;
          const half = Math.max(...labels.map((label) => label.getComputedTextLength())) / 2 + 4;
          const width = plan.viewBox.baseVal.width;
          labels.forEach((label, line) => {
            label.setAttribute('x', Math.min(Math.max(at.x, half), width - half));
            label.setAttribute('y', (at.y < 72 ? at.y + 36 : at.y - 38) + 22 * line);
          });
        }
      }

      function go() {
        const minute = Number(slider.value);
        byId('at').textContent = clockText(minute);
        slider.setAttribute('aria-valuetext', byId('at').textContent);
        const spot = upTo(spots, minute);
        if (spot) shown.innerHTML = spot.innerHTML; else shown.textContent = shown.dataset.none;
        move(spot);
        const event = upTo(events, minute);
        for (const item of events) {
          if (item === event) item.setAttribute('aria-current', 'time'); else item.removeAttribute('aria-current');
        }
        document.dispatchEvent(new Event('portal:moment'));
      }
      slider.setAttribute('aria-valuetext', byId('at').textContent);
      slider.addEventListener('input', go);
      const step = (id, find) => byId(id)?.addEventListener('click', (event) => {
        event.preventDefault();
        const minutes = events.map((item) => Number(item.dataset.minute));
        const next = find(minutes, Number(slider.value));
        if (next === undefined) return;
        slider.value = next;
        go();
      });
      step('before', (all, now) => all.filter((minute) => minute < now).at(-1));
      step('after', (all, now) => all.find((minute) => minute > now));
    }

    """#
}
