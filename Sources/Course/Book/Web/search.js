(() => {
  const box = document.querySelector(".search");
  if (!box) return;
  const make = (name, set = {}, ...content) => {
    const element = Object.assign(document.createElement(name), set);
    element.append(...content);
    return element;
  };
  const input = make("input", { type: "search", id: "book-search", placeholder: "Search", autocomplete: "off", spellcheck: false });
  input.setAttribute("aria-label", "Search the book");
  input.setAttribute("aria-keyshortcuts", "/");
  input.setAttribute("aria-controls", "book-found");
  input.setAttribute("aria-expanded", "false");
  input.setAttribute("role", "combobox");
  input.setAttribute("aria-autocomplete", "none");
  input.setAttribute("aria-haspopup", "true");
  const key = make("kbd", {}, "/");
  key.setAttribute("aria-hidden", "true");
  const count = make("p", { className: "count" });
  count.setAttribute("role", "status");
  const list = make("ol"), found = make("div", { className: "found", id: "book-found", hidden: true });
  found.append(count, list);
  box.append(input, key, found);
  box.hidden = false;

  const wordsOf = text => text.toLowerCase().normalize("NFD").replace(/\p{M}/gu, "").match(/[\p{L}\p{N}]+/gu) ?? [];

  // The index comes when it is asked for.
  let asked = null;
  const index = () => asked ??= new Promise((done, fail) => {
    const script = make("script", { src: "search.js" });
    script.onload = () => done(window.gimbalSearch);
    script.onerror = () => { asked = null; fail(); };
    document.body.append(script);
  });

  // The first word that is not before this one, by code points as the index has them.
  function first(words, word) {
    let low = 0, high = words.length;
    const less = (a, b) => {
      const left = [...a], right = [...b];
      for (let i = 0; i < left.length && i < right.length; i++)
        if (left[i] !== right[i]) return left[i].codePointAt(0) < right[i].codePointAt(0);
      return left.length < right.length;
    };
    while (low < high) {
      const middle = (low + high) >> 1;
      if (less(words[middle], word)) low = middle + 1; else high = middle;
    }
    return low;
  }

  // A chapter's title counts most, then a heading, the prose, a caption; a whole word more than its beginning.
  const weights = [60, 30, 4, 3];
  function find(data, text) {
    const terms = wordsOf(text);
    if (!terms.length) return [];
    let scores = null;
    for (const term of terms) {
      const own = new Map();
      for (let i = first(data.words, term); i < data.words.length && data.words[i].startsWith(term); i++) {
        const whole = data.words[i] === term ? 2 : 1;
        for (const posting of data.postings[i]) {
          const place = posting >> 2, score = weights[posting & 3] * whole;
          own.set(place, Math.max(own.get(place) ?? 0, score) + Math.min(score, 1));
        }
      }
      if (scores) {
        for (const [place, score] of scores)
          if (own.has(place)) scores.set(place, score + own.get(place)); else scores.delete(place);
      } else {
        scores = own;
      }
    }
    return [...scores].sort((a, b) => b[1] - a[1] || a[0] - b[0]).map(([place]) => place);
  }

  // What a guess veils is found when the reader has made it, or sees everything.
  function isTold(keys) {
    try {
      return localStorage.getItem("gimbal-guesses") === "all" || keys.every(key => localStorage.getItem("gimbal-guess:" + key));
    } catch { return keys.length === 0; }
  }

  // The words around the first that was looked for, which are marked.
  function excerpt(text, terms) {
    const pieces = text.split(/(\s+)/), hit = piece => wordsOf(piece).some(word => terms.some(term => word.startsWith(term)));
    const at = Math.max(pieces.findIndex(hit), 0), start = Math.max(at - 16, 0);
    const line = make("p");
    if (start > 0) line.append("… ");
    pieces.slice(start, start + 44).forEach(piece => line.append(hit(piece) ? make("mark", {}, piece) : piece));
    if (start + 44 < pieces.length) line.append(" …");
    return line;
  }

  let turn = 0;
  async function show() {
    const mine = ++turn, text = input.value.trim();
    if (!wordsOf(text).length) return close();
    let data = null;
    try { data = await index(); } catch { /* said below */ }
    if (mine !== turn) return;
    list.replaceChildren();
    found.hidden = false;
    input.setAttribute("aria-expanded", "true");
    if (!data) {
      count.textContent = "The file search.js is missing next to this page.";
      return;
    }
    const places = find(data, text).filter(place => isTold(data.places[place].slice(4))), terms = wordsOf(text);
    count.textContent = places.length === 0 ? `Nothing found for “${text}”` : places.length === 1 ? "1 place" : `${places.length} places`;
    for (const place of places.slice(0, 30)) {
      const [page, anchor, title, prose] = data.places[place], [file, chapter] = data.pages[page];
      const link = make("a", { href: file + (anchor ? "#" + encodeURIComponent(anchor) : "") }, make("b", {}, title));
      if (anchor) link.append(make("span", { className: "where" }, chapter));
      if (prose) link.append(excerpt(prose, terms));
      list.append(make("li", {}, link));
    }
    found.scrollTop = 0;
  }
  function close() {
    turn++;
    found.hidden = true;
    input.setAttribute("aria-expanded", "false");
  }

  input.addEventListener("input", show);
  input.addEventListener("focus", () => { index().catch(() => {}); if (input.value.trim()) show(); });
  box.addEventListener("keydown", event => {
    const links = [...list.querySelectorAll("a")], at = links.indexOf(document.activeElement);
    if (event.key === "Escape") {
      if (found.hidden) input.value = "";
      close();
      input.focus();
      close();
    } else if (event.key === "ArrowDown" && links.length && !found.hidden) {
      links[Math.min(at + 1, links.length - 1)].focus();
    } else if (event.key === "ArrowUp" && at >= 0) {
      (links[at - 1] ?? input).focus();
    } else if (event.key === "Enter" && at < 0 && links.length && !found.hidden) {
      links[0].click();
    } else {
      return;
    }
    event.preventDefault();
  });
  document.addEventListener("pointerdown", event => { if (!box.contains(event.target)) close(); });
  box.addEventListener("focusout", event => { if (event.relatedTarget && !box.contains(event.relatedTarget)) close(); });
  list.addEventListener("click", event => { if (event.target.closest("a")) close(); });
  document.addEventListener("keydown", event => {
    const field = event.target.closest?.("input, textarea, select, [contenteditable]");
    if (event.key !== "/" || field || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    input.focus();
    input.select();
  });
})();
