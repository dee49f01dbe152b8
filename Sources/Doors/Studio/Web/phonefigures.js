// The reader's own phone in the drawings of a report.

import { make } from "./common.js";
import { follow, phone } from "./motion.js";

/**
 * A tick that lets a report's drawings of a phone, and what is seen through one, turn with the phone that the studio hears, and a
 * virtual phone for those who have none at hand. `report()` is the report's window. Both hide where no drawing can follow.
 */
export function phoneFigures(report) {
  let stop = null;
  const tell = attitude => {
    const page = report();
    if (page) page.dispatchEvent(new page.CustomEvent("gimbal-attitude", { detail: attitude }));
  };
  const pad = phone.pad();
  const draw = () => {
    if (!stop) return;
    pad.draw();
    requestAnimationFrame(draw);
  };
  const tick = make("input", { type: "checkbox", id: "phone-figures" });
  const box = make("span", { className: "tick", hidden: true }, tick,
    make("label", { for: "phone-figures", textContent: "drawings follow the phone" }));
  const hand = make("div", { className: "hand", hidden: true }, pad,
    make("p", { className: "small", textContent: "The drawings turn with the phone that the studio hears. Without a phone, turn this one: drag with Shift or with "
      + "two fingers, or press Shift and the arrow keys." }));
  function start() {
    hand.hidden = false;
    stop = follow(message => {
      if (message.kind !== "wave" || !message.rows.length) return;
      tell(message.rows[message.rows.length - 1].slice(1, 5));
    });
    requestAnimationFrame(draw);
  }
  function end() {
    hand.hidden = true;
    if (!stop) return;
    stop();
    stop = null;
    phone.stop();
    tell(null);
  }
  tick.onchange = () => tick.checked ? start() : end();
  return {
    box, hand,
    /** Looks whether the report has something that can follow. */
    look() {
      box.hidden = !report()?.document.querySelector("figure.gimbal-scene[data-follows]");
      if (box.hidden && tick.checked) { tick.checked = false; end(); }
    },
    leave: end,
  };
}
