(() => {
  // Films can be stopped, and go on from there. They may come and go while a page is open.
  function setUp() {
    for (const film of document.querySelectorAll(".picture > svg:not([data-film])")) {
      film.dataset.film = "";
      if (!/@keyframes scene-/.test(film.querySelector("style")?.textContent ?? "")) continue;
      const button = document.createElement("button");
      const say = () => {
        button.textContent = film.classList.contains("stopped") ? "Play" : "Pause";
        button.setAttribute("aria-label", `${button.textContent} the film`);
      };
      button.type = "button";
      button.className = "filming";
      button.addEventListener("click", () => { film.classList.toggle("stopped"); say(); });
      say();
      film.parentElement.after(button);
    }
  }
  setUp();
  new MutationObserver(setUp).observe(document.body, { childList: true, subtree: true });
})();
