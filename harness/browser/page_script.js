// Runs in every document before its own scripts. It keeps the page on the world's clock, brings animations to
// their end, and counts what is still due to happen soon, so that the harness knows when the page has settled.
(() => {
  if (Object.prototype.hasOwnProperty.call(globalThis, '__webarium')) return;
  const RealDate = Date;
  // As they are before the page's own scripts: an element named `readyState`, or a variable named `frames`, would
  // stand before the browser's own from then on.
  const own = (name) => Object.getOwnPropertyDescriptor(Document.prototype, name) ?? {};
  const [readyState, fonts, timeline] = ['readyState', 'fonts', 'timeline'].map(
    (name) => { const { get } = own(name); return () => get?.call(document); });
  const { value: getAnimations } = own('getAnimations');
  const { value: querySelectorAll } = own('querySelectorAll');
  const { get: getSheets, set: setSheets } = own('adoptedStyleSheets');
  const { get: frameCount } = Object.getOwnPropertyDescriptor(globalThis, 'length') ?? {};
  const msNow = performance.now.bind(performance);
  const realTimeout = globalThis.setTimeout.bind(globalThis);
  const realClear = globalThis.clearTimeout.bind(globalThis);
  const realFrame = globalThis.requestAnimationFrame?.bind(globalThis);
  const SOON = 600; // ms: a debounced search, or focus in a box that opens, is due within this; a carousel is not
  const CHAIN = 5; // a timer set by a timer set by ... is polling, not settling
  const LINK = 1 / 8; // for so much of a timer in it counts a frame of an animation, an idle moment, or a delay of 0 ms
  const TURNS = 180; // of 8 ms at least: for so long what is due soon is waited for
  const FRAMELESS = 15; // of these: idle moments come between frames, and where nothing is drawn there may be none
  const STEP = 9999; // ms: the clock never reaches the next step by itself
  const NEVER = 2 ** 31 - 1; // ms: the longest that a browser takes, 24 days
  const asBrowsers = (delay) => (delay > NEVER ? delay | 0 : delay); // what is longer they cut to 32 bits

  // `new Date()` is stopped, so that what pages print is the same in every run. `Date.now()` runs on while a
  // page settles, because libraries measure delays with it and would wait forever on a stopped clock. Where timers
  // are held it stands before that, while an agent thinks and acts: how long a key press took would tell how much of
  // a delay is left, and with it whether that still belongs to this step.
  let base = RealDate.now();
  let mark = msNow();
  let settled = false;
  let stands = false;
  const stopped = () => base;
  const running = () => base + (stands ? 0 : Math.min(Math.floor(msNow() - mark), STEP));
  globalThis.Date = new Proxy(RealDate, {
    construct: (target, args, self) => Reflect.construct(target, args.length ? args : [stopped()], self),
    apply: () => new RealDate(stopped()).toString(),
    get: (target, key, self) => (key === 'now' ? running : Reflect.get(target, key, target)),
  });
  RealDate.prototype.constructor = globalThis.Date;
  const formats = Intl.DateTimeFormat.prototype;
  const { get: realFormat, ...rest } = Object.getOwnPropertyDescriptor(formats, 'format');
  Object.defineProperty(formats, 'format', {
    ...rest,
    get() { const bound = realFormat.call(this); return (date) => bound(date === undefined ? stopped() : date); },
  });
  const realParts = formats.formatToParts;
  formats.formatToParts = function formatToParts(date) {
    return realParts.call(this, date === undefined ? stopped() : date);
  };
  if (globalThis.Temporal) {
    const { Instant, Now } = globalThis.Temporal;
    const instant = () => Instant.fromEpochMilliseconds(stopped());
    const inZone = (zone = Now.timeZoneId()) => instant().toZonedDateTimeISO(zone);
    const told = {
      instant: () => instant(),
      zonedDateTimeISO: (zone) => inZone(zone),
      plainDateTimeISO: (zone) => inZone(zone).toPlainDateTime(),
      plainDateISO: (zone) => inZone(zone).toPlainDate(),
      plainTimeISO: (zone) => inZone(zone).toPlainTime(),
    };
    for (const [name, value] of Object.entries(told)) {
      Object.defineProperty(Now, name, { ...Object.getOwnPropertyDescriptor(Now, name), value });
    }
  }

  const due = new Set();
  let depth = 0;
  const counted = (callback, link, tokens, set, remember) => {
    const level = depth + (stands ? 0 : link); // to poll a clock that stands is in vain, and no sign of polling
    const token = {};
    let id = 0;
    const run = function (...args) {
      due.delete(token);
      tokens.delete(id);
      const before = depth;
      depth = level;
      try { return callback.apply(this, args); } finally { depth = before; }
    };
    id = set(run);
    if (remember && level <= CHAIN) { due.add(token); tokens.set(id, token); }
    return id;
  };
  const forget = (tokens, id) => { due.delete(tokens.get(id)); tokens.delete(id); };
  // Where the harness says when time has passed (`hold`), what is due later than SOON happens with a later step, when
  // the world's clock has got there: after that step's act, and so at the same place whether the agent thinks for a
  // second or a minute.
  let held = false;
  // Of the frames within this one; another site's holds nothing back, and cannot be asked.
  const inner = () => Array.from({ length: frameCount.call(globalThis) }, (_, n) => {
    try { return globalThis[n].__webarium; } catch { return undefined; }
  }).filter(Boolean);
  const shows = () => !globalThis.frameElement || globalThis.frameElement.getClientRects().length > 0;
  const restless = () => inner().reduce((sum, one) => sum + one.restless(), shows() ? due.size : 0);
  let turn = 0; // how often the clock was moved
  const later = new Map(); // by the id that the page has: { run, at, turn, every }
  const putOff = (run, delay, every) => {
    const id = realTimeout(() => {}, NEVER); // an id of the browser's own, that no other timer gets
    later.set(id, { run, at: base + delay, turn, every });
    return id;
  };
  const drop = (id) => { later.delete(id); return realClear(id); };
  const elapse = () => {
    const ready = [...later].filter(([, one]) => one.turn < turn && one.at <= base);
    for (const [id, one] of ready.sort((a, b) => a[1].at - b[1].at || a[0] - b[0])) {
      if (later.get(id) !== one) continue; // one before it took it back
      if (one.every) later.set(id, { ...one, at: base + one.every, turn });
      else drop(id);
      try { one.run(); } catch (error) { globalThis.reportError?.(error); }
    }
    settled = true;
    if (stands) [stands, mark] = [false, msNow()];
    for (const one of inner()) one.elapse();
  };

  const timers = new Map();
  globalThis.setTimeout = function setTimeout(callback, delay = 0, ...args) {
    if (typeof callback !== 'function') return realTimeout(callback, delay, ...args);
    delay = asBrowsers(delay);
    const set = (run) => (held && delay > SOON
      ? putOff(() => run.apply(globalThis, args), Number(delay), 0)
      : realTimeout(run, delay, ...args));
    return counted(callback, delay > 0 ? 1 : LINK, timers, set, !(delay > SOON));
  };
  const realInterval = globalThis.setInterval.bind(globalThis);
  globalThis.setInterval = function setInterval(callback, delay = 0, ...args) {
    delay = asBrowsers(delay);
    if (!held || typeof callback !== 'function' || !(delay > SOON)) return realInterval(callback, delay, ...args);
    return putOff(() => callback.apply(globalThis, args), Number(delay), Number(delay));
  };
  globalThis.clearTimeout = function clearTimeout(id) { forget(timers, id); return drop(id); };
  globalThis.clearInterval = function clearInterval(id) { forget(timers, id); return drop(id); };
  if (realFrame) {
    const frames = new Map();
    const realCancel = globalThis.cancelAnimationFrame.bind(globalThis);
    globalThis.requestAnimationFrame = function requestAnimationFrame(callback) {
      return counted(callback, LINK, frames, realFrame, true);
    };
    globalThis.cancelAnimationFrame = function cancelAnimationFrame(id) { forget(frames, id); return realCancel(id); };
  }

  if (globalThis.requestIdleCallback) { // a busy machine has its idle moment later
    const idle = new Map();
    const realIdle = globalThis.requestIdleCallback.bind(globalThis);
    const realCancel = globalThis.cancelIdleCallback.bind(globalThis);
    globalThis.requestIdleCallback = function requestIdleCallback(callback, options) {
      return counted(callback, LINK, idle, (run) => realIdle(run, options), true);
    };
    globalThis.cancelIdleCallback = function cancelIdleCallback(id) { forget(idle, id); return realCancel(id); };
  }

  let opened = 0;
  if (globalThis.open) {
    const realOpen = globalThis.open.bind(globalThis);
    globalThis.open = function open(url, target, ...rest) {
      if (!['_self', '_parent', '_top'].includes(target)) opened += 1;
      return realOpen(url, target, ...rest);
    };
  }

  const sheet = (css) => {
    try {
      const made = new CSSStyleSheet();
      made.replaceSync(css);
      setSheets.call(document, [...getSheets.call(document), made]);
      return made;
    } catch { return null; }
  };
  sheet('* { scroll-behavior: auto !important; caret-color: transparent !important; }');

  // Animations and transitions go to their end at once, with their events; endless ones stand at their start.
  // Returns how many were under way.
  const endAnimations = () => {
    let count = inner().reduce((sum, one) => sum + one.endAnimations(), 0);
    for (const animation of getAnimations?.call(document) ?? []) {
      if (animation.timeline !== timeline() || animation.playState !== 'running') continue;
      count += 1;
      try { animation.finish(); } catch { animation.pause(); animation.currentTime = 0; }
    }
    return count;
  };

  let hidden = null;
  let hiding = '';
  const within = (promise, end) => {
    const left = Math.max(0, end - msNow());
    return Promise.race([promise, new Promise((done) => realTimeout(done, left))]);
  };
  const frame = () => new Promise((done) => { realFrame(done); realTimeout(done, 100); });

  Object.defineProperty(globalThis, '__webarium', {
    enumerable: false,
    value: Object.freeze({
      // Put the page on another time of the world (ms since 1970), which stands until the page settles.
      set: (now) => { turn += now !== base; base = now; mark = msNow(); stands = held && settled; },
      // From now on `settle` says when time has passed.
      hold: () => { try { held = Boolean(globalThis.top.document); } catch { held = false; } },
      elapse,
      endAnimations,
      // How much is due soon; a frame that does not show gets no frames drawn that it could wait for.
      restless,
      // How many tabs this document asked for since the last call.
      takeOpened: () => { const count = opened; opened = 0; return count; },
      // Loaded, fonts ready, nothing due soon, two frames passed; at most `limit` ms.
      settle: async (limit) => {
        const end = msNow() + limit;
        if (readyState() !== 'complete') {
          await within(new Promise((done) => addEventListener('load', done, { once: true })), end);
        }
        if (fonts()?.status === 'loading') await within(fonts().ready, end);
        elapse();
        // counted in turns and not in time: on a busy machine each takes longer, as all does that is waited for
        let spent = 0;
        const more = () => restless() && spent < TURNS && msNow() < end;
        do {
          for (; more(); spent += 1) {
            await new Promise((done) => realTimeout(done, 8));
            if (spent % FRAMELESS === FRAMELESS - 1 && realFrame) await frame();
          }
          for (let round = 0; round < 4; round += 1) {
            const moved = endAnimations();
            if (realFrame) { await frame(); await frame(); }
            if (!moved || msNow() > end) break;
          }
        } while (more()); // what the frames and the ends of animations have begun
      },
      // The next frame is being made.
      frame: () => (realFrame ? frame() : undefined),
      // Take volatile elements out of the accessibility tree, or put them back (empty selector).
      hide: (selector) => {
        if (!hidden && selector) hidden = sheet('');
        if (!hidden) return 0;
        const all = selector ? querySelectorAll.call(document, selector).length : 0;
        const each = `:is(${selector}), :is(${selector}) *`;
        if (all) hiding = each;
        const now = 'transition: none !important;'; // else they would fade, in and out
        hidden.replaceSync(hiding ? `${hiding} { ${now} ${all ? 'visibility: hidden !important;' : ''} }` : '');
        return all;
      },
    }),
  });
})();
