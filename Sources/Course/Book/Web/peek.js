(() => {
  let card = null, link = null, timer = 0;
  function close() {
    clearTimeout(timer);
    card?.remove();
    link?.removeAttribute("aria-describedby");
    card = link = null;
  }
  function open(target) {
    if (target === link) return;
    close();
    // What the reader has before the eyes need not be shown twice.
    const address = target.getAttribute("href"), own = address.startsWith("#") && document.getElementById(address.slice(1));
    const seen = own && own.getBoundingClientRect();
    if (seen && seen.top >= 0 && seen.bottom <= innerHeight) return;
    link = target;
    card = document.createElement("div");
    card.className = "peek";
    card.id = "book-peek";
    card.setAttribute("role", "tooltip");
    for (const source of target.dataset.figure.split(" ")) {
      const picture = document.createElement("img");
      picture.src = source;
      picture.alt = "";
      picture.addEventListener("load", () => card && place());
      card.append(picture);
    }
    const words = document.createElement("p");
    words.textContent = target.dataset.caption ?? target.textContent;
    card.append(words);
    document.body.append(card);
    target.setAttribute("aria-describedby", card.id);
    place();
  }
  // Below the link, or above it where there is more room.
  function place() {
    const at = link.getBoundingClientRect(), size = card.getBoundingClientRect(), gap = 6;
    const below = innerHeight - at.bottom - gap >= size.height || at.top < size.height + gap;
    card.style.left = scrollX + Math.max(16, Math.min(at.left, document.documentElement.clientWidth - size.width - 16)) + "px";
    card.style.top = scrollY + (below ? at.bottom + gap : at.top - gap - size.height) + "px";
  }
  const of = event => event.target.closest?.("a[data-figure]");
  document.addEventListener("pointerover", event => {
    if (event.pointerType === "touch") return;
    const target = of(event);
    clearTimeout(timer);
    if (target) timer = setTimeout(() => open(target), link ? 0 : 180);
    else if (card && !card.contains(event.target)) timer = setTimeout(close, 220);
  });
  document.addEventListener("focusin", event => { const target = of(event); if (target) open(target); else close(); });
  document.addEventListener("keydown", event => { if (event.key === "Escape") close(); });
  addEventListener("beforeprint", close);
})();
