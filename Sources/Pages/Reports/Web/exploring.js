(() => {
  const store = document.querySelector("script.states"), isDeck = document.querySelector(".page > .slide") !== null;
  const header = document.querySelector("main > header, .page header");
  if (!store || !header || typeof DecompressionStream === "undefined") return;
  const controls = JSON.parse(store.dataset.controls), inputs = [], outputs = [];
  const values = controls.map(control => control.start);
  let data = null, asked = false, writing = 0;

  // What a number is called: a true minus sign, and the unit.
  function words(control, index) {
    const text = control.values[index];
    const number = control.kind === "number" ? text.replace(/\.0$/, "").replace("-", "\u2212") : text;
    return control.unit ? number + (control.unit === "°" ? "" : "\u202f") + control.unit : number;
  }

  const panel = document.createElement("div");
  panel.className = isDeck ? "explore deck" : "explore";
  panel.hidden = isDeck;
  panel.setAttribute("role", isDeck ? "region" : "group");
  panel.setAttribute("aria-label", "Parameters to change");
  controls.forEach((control, index) => {
    const row = document.createElement("div"), label = document.createElement("label");
    const output = document.createElement("output");
    const isMenu = control.kind === "choice", input = document.createElement(isMenu ? "select" : "input");
    row.className = "control";
    input.id = "explore-" + control.name;
    label.htmlFor = output.htmlFor = input.id;
    label.textContent = control.label;
    if (isMenu) {
      control.values.forEach((text, value) => input.append(new Option(words(control, value), value)));
    } else if (control.kind === "boolean") {
      input.type = "checkbox";
    } else {
      Object.assign(input, { type: "range", min: 0, max: control.values.length - 1, step: 1 });
      output.style.minWidth = Math.max(...control.values.map((_, value) => words(control, value).length)) + "ch";
    }
    input.addEventListener("input", () => {
      move(index, control.kind === "boolean" ? Number(input.checked) : Number(input.value));
      write();
      tell();
    });
    inputs.push(input);
    outputs.push(output);
    row.append(label, input, output);
    panel.append(row);
  });
  const reset = document.createElement("button");
  reset.type = "button";
  reset.textContent = "as it was";
  reset.addEventListener("click", () => {
    controls.forEach((control, index) => move(index, control.start));
    write();
    tell();
    (inputs.find(input => input.checkVisibility?.() ?? true) ?? inputs[0]).focus();
  });
  function tell() { if (isDeck) document.dispatchEvent(new CustomEvent("gimbal-moved", { detail: [...values] })); }
  panel.append(reset);
  // Slides have the controls of what is seen below it.
  if (isDeck) document.body.append(panel); else header.after(panel);
  const measure = () => document.documentElement.style.setProperty(
    "--explore", getComputedStyle(panel).position === "sticky" ? panel.offsetHeight + 8 + "px" : "0px");
  addEventListener("resize", measure);

  function move(index, value) {
    values[index] = value;
    const control = controls[index], input = inputs[index];
    if (control.kind === "boolean") input.checked = value === 1; else input.value = value;
    if (control.kind === "number") {
      outputs[index].textContent = words(control, value);
      input.setAttribute("aria-valuetext", words(control, value));
    }
    reset.disabled = values.every((value, index) => value === controls[index].start);
    if (!asked) requestAnimationFrame(show);
    asked = true;
  }

  // The states, as soon as they are unpacked: what has been moved until then is shown then.
  function show() {
    asked = false;
    if (!data) return;
    data.slots.forEach((slot, number) => {
      const piece = slot.pieces[slot.on.reduce((place, on) => place * controls[on].values.length + values[on], 0)];
      if (piece === slot.shown) return;
      slot.shown = piece;
      const [start, end] = data.places.get(number);
      const range = document.createRange(), template = document.createElement("template");
      range.setStartAfter(start);
      range.setEndBefore(end);
      range.deleteContents();
      template.innerHTML = data.pieces[piece].map(chunk => data.chunks[chunk]).join("");
      end.before(template.content);
    });
    if (isDeck) document.dispatchEvent(new CustomEvent("gimbal-explored"));
  }

  // Which controls decide something on a slide, for its page.
  function noteControls() {
    for (const page of document.querySelectorAll(".page")) page.dataset.controls = "";
    data.slots.forEach((slot, number) => {
      const page = data.places.get(number)[0].parentElement.closest(".page");
      if (!page) return;
      const known = page.dataset.controls.split(" ").filter(name => name);
      page.dataset.controls = [...new Set([...known, ...slot.on.map(String)])].join(" ");
    });
    document.dispatchEvent(new CustomEvent("gimbal-explored"));
  }
  document.addEventListener("gimbal-slide", event => {
    const on = (event.detail.dataset.controls ?? "").split(" ");
    [...panel.querySelectorAll(".control")].forEach((row, index) => { row.hidden = !on.includes(String(index)); });
    panel.hidden = on.join("") === "";
  });
  // The speaker's window and the slides show the same values.
  document.addEventListener("gimbal-explore", event => event.detail.forEach((value, index) => move(index, value)));

  function placesOfSlots() {
    const places = new Map(), walker = document.createTreeWalker(document.body, NodeFilter.SHOW_COMMENT);
    for (let node; (node = walker.nextNode());) {
      const match = node.data.match(/^(\/?)state (\d+)$/);
      if (!match) continue;
      const number = Number(match[2]);
      if (!match[1]) places.set(number, [node]);
      else if (places.has(number)) places.get(number)[1] ??= node;
    }
    return places;
  }

  async function unpack() {
    const bytes = Uint8Array.from(atob(store.textContent), c => c.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
    const unpacked = JSON.parse(await new Response(stream).text());
    unpacked.places = placesOfSlots();
    for (const slot of unpacked.slots)
      slot.shown = slot.pieces[slot.on.reduce((place, on) => place * controls[on].values.length + controls[on].start, 0)];
    data = unpacked;
    show();
    if (isDeck) noteControls();
    document.documentElement.dataset.states = "ready";
  }

  // The address says the state, `#alpha=2.5&name=value`, behind a place in the page if it says one.
  function read(event) {
    const parts = location.hash.slice(1).split("&").filter(part => part), anchor = parts.find(part => !part.includes("="));
    const given = new Map(parts.filter(part => part.includes("=")).map(part => {
      const [name, ...rest] = part.split("=");
      try { return [decodeURIComponent(name), decodeURIComponent(rest.join("="))]; } catch { return ["", ""]; }
    }));
    if (!controls.some(control => given.has(control.name))) {
      // A link within the page leaves the state; an empty address is the page as it was made.
      if (event && anchor) write(anchor);
      else if (event) controls.forEach((control, index) => move(index, control.start));
      return;
    }
    controls.forEach((control, index) => {
      const text = given.get(control.name), number = Number(text);
      let value = control.values.indexOf(text);
      if (value < 0 && control.kind === "number" && text && Number.isFinite(number)) {
        const far = control.values.map(known => Math.abs(Number(known) - number));
        value = far.indexOf(Math.min(...far));
      }
      move(index, value < 0 ? control.start : value);
    });
    if (anchor && !isDeck) requestAnimationFrame(() => place(anchor)?.scrollIntoView());
  }
  function place(anchor) {
    try { return document.getElementById(decodeURIComponent(anchor)); } catch { return null; }
  }
  function write(anchor) {
    clearTimeout(writing);
    writing = setTimeout(() => {
      // The slide that is seen keeps its address.
      if (isDeck) anchor = location.hash.slice(1).split("&").find(part => part && !part.includes("="));
      const moved = controls.map((control, index) => [control, values[index]]).filter(([c, value]) => value !== c.start);
      if (anchor && !moved.length) return;
      const text = (moved.length ? moved : controls.map((c, index) => [c, values[index]])).map(([control, value]) =>
        encodeURIComponent(control.name) + "=" + encodeURIComponent(control.values[value].replace(/\.0$/, ""))).join("&");
      try { history.replaceState(null, "", "#" + (anchor ? anchor + "&" : "") + text); } catch { /* a page that may not write its address */ }
    }, 120);
  }

  controls.forEach((control, index) => move(index, control.start));
  read();
  measure();
  addEventListener("hashchange", read);
  unpack();
})();
