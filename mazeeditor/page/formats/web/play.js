"use strict";
// Plays the maze that is drawn on this page: its cells and passages stand in #play-data.
(() => {
  const $ = (name) => document.getElementById("play-" + name);
  const data = JSON.parse($("data").textContent);
  const words = data.words;
  const root = document.documentElement;
  const THEME = "mazeeditor-theme";

  // What is kept: pages opened from a disk, or in a private window, may have no storage.
  const kept = {
    get(name) {
      try { return localStorage.getItem(name); } catch { return null; }
    },
    set(name, value) {
      try { localStorage.setItem(name, value); } catch { /* the time is not kept */ }
    },
  };

  const fill = (text, values) => text.replace(/\{(\w+)\}/g, (_all, name) => values[name]);

  // Light and dark, print

  const dark = matchMedia("(prefers-color-scheme: dark)");
  const isDark = () => (root.dataset.theme || (dark.matches ? "dark" : "light")) === "dark";
  const showTheme = () => $("theme").setAttribute("aria-pressed", String(isDark()));
  const wanted = kept.get(THEME);
  if (wanted === "dark" || wanted === "light") root.dataset.theme = wanted;
  dark.addEventListener("change", showTheme);
  $("theme").addEventListener("click", () => {
    root.dataset.theme = isDark() ? "light" : "dark";
    kept.set(THEME, root.dataset.theme);
    showTheme();
  });
  showTheme();
  $("print").addEventListener("click", () => print());

  // Zoom

  const board = $("board"), sheet = $("sheet");
  let zoom = 1;
  function setZoom(next) {
    zoom = Math.min(Math.max(next, 1), 16);
    sheet.style.setProperty("--zoom", zoom);
    $("smaller").disabled = zoom === 1;
    $("larger").disabled = zoom === 16;
    if (data.cells) {
      showSizes();
      centre();
    }
  }
  $("smaller").addEventListener("click", () => setZoom(zoom / 1.5));
  $("larger").addEventListener("click", () => setZoom(zoom * 1.5));
  $("smaller").disabled = true;

  if (!data.cells) return; // nothing to play: the page says why

  // The maze: places in mm, and the cells beyond the passages of each cell

  const xs = data.cells.map((place) => place[0]), ys = data.cells.map((place) => place[1]);
  const pace = data.pace;
  const links = xs.map(() => []);
  data.passages.forEach((others, cell) => {
    for (const other of others) {
      links[cell].push(other);
      links[other].push(cell);
    }
  });
  const exits = new Set(data.goals);
  const goals = new Set(data.right || data.goals);  // of a riddle, one of them

  // What is to be collected: stops, and keys as [cell, one and other side of the door, name]

  const stops = data.stops || [], keys = data.keys || [];
  const doors = new Map(); // of both directions, to the index of the key
  const way = (one, other) => one * xs.length + other;
  keys.forEach(([, one, other], index) => {
    doors.set(way(one, other), index);
    doors.set(way(other, one), index);
  });
  let visited = new Set(), held = new Set();

  function shut(one, other) {
    const index = doors.get(way(one, other));
    return index !== undefined && !held.has(index);
  }

  const open = (cell) => links[cell].filter((other) => !shut(cell, other));

  // Returns what there is to say of what lies in a cell, "" for nothing.
  function collect(cell) {
    const found = [];
    stops.forEach((stop, index) => {
      if (stop !== cell || visited.has(index)) return;
      if (data.ordered && index !== visited.size) return;
      visited.add(index);
      found.push(fill(words.visited, { number: visited.size, all: stops.length }));
    });
    keys.forEach(([place, , , name], index) => {
      if (place !== cell || held.has(index)) return;
      held.add(index);
      found.push(fill(words.unlocked, { name }));
    });
    return found.join(" ");
  }

  // The way to what comes next: the stop whose turn it is, or the nearest one, then an exit; where
  // doors are before it, the nearest key.
  function next() {
    const before = new Map([[head(), -1]]), order = [head()];
    for (const cell of order) {
      for (const other of open(cell)) {
        if (before.has(other)) continue;
        before.set(other, cell);
        order.push(other);
      }
    }
    const left = stops.filter((_stop, index) => !visited.has(index));
    const wanted = new Set(!left.length ? goals : data.ordered ? [left[0]] : left);
    const locked = new Set(keys.filter((_key, index) => !held.has(index)).map((key) => key[0]));
    let cell = order.find((place) => wanted.has(place));
    if (cell === undefined) cell = order.find((place) => locked.has(place));
    const path = [];
    for (; cell !== undefined && cell >= 0; cell = before.get(cell)) path.push(cell);
    return path.reverse();
  }

  const buckets = new Map();
  const bucket = (column, row) => row * 1e6 + column;
  xs.forEach((x, cell) => {
    const key = bucket(Math.floor(x / pace), Math.floor(ys[cell] / pace));
    if (buckets.has(key)) buckets.get(key).push(cell);
    else buckets.set(key, [cell]);
  });

  function cellAt(x, y) {
    let best = -1, least = 1.2 * pace;
    const column = Math.floor(x / pace), row = Math.floor(y / pace);
    for (let down = row - 1; down <= row + 1; down++) {
      for (let across = column - 1; across <= column + 1; across++) {
        for (const cell of buckets.get(bucket(across, down)) || []) {
          const away = Math.hypot(x - xs[cell], y - ys[cell]);
          if (away < least) [best, least] = [cell, away];
        }
      }
    }
    return best;
  }

  // Steps to the nearest exit, counted when a hint or the result needs them

  let distance = null;
  function left(cell) {
    if (!distance) {
      distance = new Int32Array(xs.length).fill(-1);
      let edge = [...goals];
      for (const goal of edge) distance[goal] = 0;
      for (let steps = 1; edge.length; steps++) {
        const beyond = [];
        for (const one of edge) {
          for (const other of links[one]) {
            if (distance[other] < 0) {
              distance[other] = steps;
              beyond.push(other);
            }
          }
        }
        edge = beyond;
      }
    }
    return distance[cell];
  }

  // The game

  let trail, places, steps, hints, hinted, revealed, won, spoiled;
  let before = 0, since = null, ticking = 0; // ms until the last stop, and when it went on
  const bestName = "mazeeditor-best-" + data.key;
  const head = () => trail[trail.length - 1];
  const elapsed = () => before + (since === null ? 0 : performance.now() - since);

  function clock(ms) {
    const all = Math.floor(ms / 1000), two = (number) => String(number).padStart(2, "0");
    const hours = Math.floor(all / 3600), minutes = Math.floor(all / 60) % 60;
    return (hours ? hours + ":" + two(minutes) : minutes) + ":" + two(all % 60);
  }

  function go() {
    if (since !== null || won) return;
    since = performance.now();
    ticking = setInterval(showFigures, 250);
  }

  function stop() {
    before = elapsed();
    since = null;
    clearInterval(ticking);
  }

  document.addEventListener("visibilitychange", () => {
    if (document.hidden) stop();
    else if (steps && !won) go();
  });

  function restart() {
    stop();
    before = 0;
    trail = [data.start];
    places = new Map([[data.start, 0]]);
    steps = hints = 0;
    visited = new Set();
    held = new Set();
    collect(data.start);
    hinted = [];
    won = spoiled = false;
    reveal(false);
    say("");
    show();
    centre();
    board.focus({ preventScroll: true });
  }

  // Coming back to a cell of the trail shortens it to there.
  function step(cell) {
    if (won || !links[head()].includes(cell)) return false;
    if (shut(head(), cell)) {
      say(fill(words.shut, { name: keys[doors.get(way(head(), cell))][3] }));
      return false;
    }
    go();
    steps++;
    hinted = [];
    const place = places.get(cell);
    if (place === undefined) {
      places.set(cell, trail.length);
      trail.push(cell);
    } else {
      for (const gone of trail.splice(place + 1)) places.delete(gone);
    }
    const news = collect(cell);
    const all = visited.size === stops.length;
    if (goals.has(cell) && all) win();
    else if (goals.has(cell)) {
      say(fill(words.missing, { number: visited.size, all: stops.length }));
    } else say(exits.has(cell) ? words.wrong : news);
    return true;
  }

  // On through a corridor to the next fork, dead end or exit
  function run(cell) {
    const origin = head();
    let from = origin;
    for (let count = 0; count < 2000; count++) {
      const before = visited.size + held.size;
      if (!step(cell) || visited.size + held.size > before) break;
      const onward = links[cell].filter((other) => other !== from);
      if (won || onward.length !== 1 || cell === origin) break;
      [from, cell] = [cell, onward[0]];
    }
  }

  function win() {
    won = true;
    stop();
    const time = elapsed(), counts = !hints && !spoiled;
    const text = [fill(words.won, { time: clock(time), steps, shortest: data.shortest || left(data.start) })];
    if (counts) {
      const best = Number(kept.get(bestName)) || Infinity;
      if (time < best) {
        kept.set(bestName, String(Math.max(1, Math.round(time))));
        if (best < Infinity) text.push(words.record);
      }
    } else text.push(spoiled ? words.withSolution : fill(words.withHints, { hints }));
    say(text.join(" "));
  }

  function ahead() {
    const path = [head()];
    do {
      const cell = path[path.length - 1];
      const nearer = links[cell].find((other) => left(other) === left(cell) - 1);
      if (nearer === undefined) break;
      path.push(nearer);
    } while (path.length <= data.hint && !goals.has(path[path.length - 1]));
    return path;
  }

  function hint() {
    if (won) return;
    if (!hinted.length) {
      hints++;
      hinted = stops.length || keys.length ? next().slice(0, data.hint + 1) : ahead();
    }
    if (hinted.length < 2) return;
    say(fill(words.hinted, { way: heading(hinted[0], hinted[1]) }));
    show();
  }

  function reveal(shown) {
    revealed = shown;
    if (shown && !won) spoiled = true;
    root.classList.toggle("play-revealed", shown);
    $("reveal").setAttribute("aria-pressed", String(shown));
  }

  // Keys: a passage within 45 degrees; where two fit, the arrow pressed before decides

  const ARROWS = {
    ArrowUp: [0, -1], ArrowRight: [1, 0], ArrowDown: [0, 1], ArrowLeft: [-1, 0],
    w: [0, -1], d: [1, 0], s: [0, 1], a: [-1, 0],
  };
  let last = [0, 0], lean = [0, 0];

  function towards(cell, other) {
    const x = xs[other] - xs[cell], y = ys[other] - ys[cell], length = Math.hypot(x, y) || 1;
    return [x / length, y / length];
  }

  function heading(cell, other) {
    const [x, y] = towards(cell, other);
    if (Math.abs(x) > Math.abs(y)) return x > 0 ? words.right : words.left;
    return y > 0 ? words.down : words.up;
  }

  function meant(way) {
    if (way[0] * last[0] + way[1] * last[1] === 0) lean = last;
    last = way;
    let best = -1, most = -Infinity;
    for (const other of links[head()]) {
      const [x, y] = towards(head(), other);
      if (x * way[0] + y * way[1] < 0.7071) continue;
      const agreement = x * (way[0] + 0.45 * lean[0]) + y * (way[1] + 0.45 * lean[1]);
      if (agreement > most) [best, most] = [other, agreement];
    }
    return best;
  }

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    if (key in ARROWS) {
      const cell = meant(ARROWS[key]);
      if (cell >= 0) {
        if (event.shiftKey) run(cell);
        else step(cell);
        show();
        centre();
      }
      $("ways").textContent = won ? "" : ways();
    } else if (key === "Backspace") {
      if (trail.length > 1) step(trail[trail.length - 2]);
      show();
      centre();
    } else if (key === "h") hint();
    else if (key === "+" || key === "=") setZoom(zoom * 1.5);
    else if (key === "-") setZoom(zoom / 1.5);
    else return;
    event.preventDefault();
  });

  // What a listener hears after each key: where there are passages
  function ways() {
    const passages = open(head()).map((other) => heading(head(), other));
    return fill(words.ways, { ways: [...new Set(passages)].join(", ") });
  }

  // Mouse, pen and finger: through passages, never through a wall

  const REACH = 6, DETOUR = 1.5, SWIPE = 24; // steps at once; of the straight line; px

  function pathTo(goal) {
    const away = Math.hypot(xs[goal] - xs[head()], ys[goal] - ys[head()]);
    const most = Math.min(REACH, Math.floor((DETOUR * away) / pace));
    const paths = new Map([[head(), []]]);
    let edge = [head()];
    for (let count = 0; count < most; count++) {
      const beyond = [];
      for (const cell of edge) {
        for (const other of open(cell)) {
          if (paths.has(other)) continue;
          paths.set(other, [...paths.get(cell), other]);
          beyond.push(other);
        }
      }
      if (paths.has(goal)) return paths.get(goal);
      edge = beyond;
    }
    return [];
  }

  function follow(start, end) {
    const length = Math.hypot(end[0] - start[0], end[1] - start[1]);
    const looks = Math.max(1, Math.ceil(length / (0.3 * pace)));
    let moved = false;
    for (let look = 1; look <= looks && !won; look++) {
      const x = start[0] + ((end[0] - start[0]) * look) / looks;
      const y = start[1] + ((end[1] - start[1]) * look) / looks;
      if (Math.hypot(x - xs[head()], y - ys[head()]) > (REACH + 1) * pace) continue;
      const cell = cellAt(x, y);
      if (cell < 0 || cell === head()) continue;
      for (const next of pathTo(cell)) moved = step(next) || moved;
    }
    if (moved) show();
  }

  const layer = $("layer");
  function placeOf(event) {
    const box = layer.getBoundingClientRect(), [x, y, width, height] = data.view;
    return [
      x + ((event.clientX - box.left) / box.width) * width,
      y + ((event.clientY - box.top) / box.height) * height,
    ];
  }

  let drag = null; // {id, place, at: [px, px], swipe}

  board.addEventListener("pointerdown", (event) => {
    const bar = event.target === board && event.pointerType === "mouse";
    if (!event.isPrimary || event.button || (bar && zoom > 1)) return; // the scroll bars
    const place = placeOf(event), mm = data.view[2] / layer.getBoundingClientRect().width;
    const away = Math.hypot(place[0] - xs[head()], place[1] - ys[head()]);
    const swipe = event.pointerType === "touch" && away > Math.max(1.5 * pace, SWIPE * mm);
    drag = { id: event.pointerId, place, at: [event.clientX, event.clientY], swipe };
    board.setPointerCapture(event.pointerId);
    board.focus({ preventScroll: true });
    if (!swipe) follow(place, place);
  });
  board.addEventListener("pointermove", (event) => {
    if (!drag || event.pointerId !== drag.id || drag.swipe) return;
    const place = placeOf(event);
    follow(drag.place, place);
    drag.place = place;
  });
  board.addEventListener("pointerup", (event) => {
    if (!drag || event.pointerId !== drag.id) return;
    if (drag.swipe) {
      const x = event.clientX - drag.at[0], y = event.clientY - drag.at[1];
      if (Math.hypot(x, y) < SWIPE) follow(drag.place, drag.place);
      else {
        const flat = Math.abs(x) > Math.abs(y);
        const cell = meant(flat ? [Math.sign(x), 0] : [0, Math.sign(y)]);
        if (cell >= 0) run(cell);
      }
      show();
    }
    drag = null;
    centre();
  });
  board.addEventListener("pointercancel", () => { drag = null; });

  // What is seen

  function say(text) {
    if ($("status").textContent !== text) $("status").textContent = text;
  }

  function showFigures() {
    $("time").textContent = clock(elapsed());
    $("steps").textContent = steps;
    const best = Number(kept.get(bestName));
    $("best").textContent = best ? clock(best) : "–";
  }

  const points = (cells) => cells.map((cell) => xs[cell] + "," + ys[cell]).join(" ");

  function show() {
    $("trail").setAttribute("points", points(trail));
    $("hint-line").setAttribute("points", points(hinted));
    $("player").setAttribute("cx", xs[head()]);
    $("player").setAttribute("cy", ys[head()]);
    root.classList.toggle("play-won", won);
    showThings();
    $("hint").disabled = won;
    showFigures();
  }

  function showThings() {
    layer.querySelectorAll(".play-thing").forEach((mark, index) => {
      const at = index - stops.length;
      mark.classList.toggle("play-taken", at < 0 ? visited.has(index) : held.has(at));
    });
    layer.querySelectorAll(".play-door").forEach((mark, index) => {
      const [, one, other] = keys[index];
      mark.setAttribute("points", points([one, other]));
      mark.classList.toggle("play-taken", held.has(index));
    });
  }

  // In small cells the player and the trail are wider than their passages, as else nobody sees them.
  function showSizes() {
    const px = data.view[2] / (layer.getBoundingClientRect().width || data.view[2]); // mm
    const least = (share, size) => Math.max(share * pace, size * px).toFixed(4);
    $("player").setAttribute("r", least(0.27, 3.5));
    $("trail").setAttribute("stroke-width", least(0.22, 1.8));
    const width = least(0.16, 1.8);
    $("hint-line").setAttribute("stroke-width", width);
    $("hint-line").setAttribute("stroke-dasharray", "0 " + 2 * width);
    for (const mark of layer.querySelectorAll(".play-thing, .play-door")) {
      mark.setAttribute("r", least(0.36, 3.5));
      mark.setAttribute("stroke-width", least(0.14, 1.4));
    }
    for (const goal of layer.querySelectorAll(".play-goal")) {
      goal.setAttribute("r", least(0.34, 3.5));
      goal.setAttribute("stroke-width", least(0.1, 1.4));
    }
  }
  addEventListener("resize", showSizes);

  // Where the sheet is larger than its place, the player stays in sight.
  function centre() {
    if (zoom === 1) return;
    const box = $("player").getBoundingClientRect(), place = board.getBoundingClientRect();
    board.scrollBy(
      (box.left + box.right - place.left - place.right) / 2,
      (box.top + box.bottom - place.top - place.bottom) / 2,
    );
  }

  $("hint").addEventListener("click", hint);
  $("restart").addEventListener("click", restart);
  $("reveal").addEventListener("click", () => reveal(!revealed));
  showSizes();
  restart();
})();
