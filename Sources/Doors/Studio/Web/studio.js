// The frame: which place is shown, and the phone's code.

import { make, announce, ask, attempt, say } from "./common.js";
import { notebooks } from "./notebooks.js";
import { draw } from "./draw.js";
import { wave } from "./wave.js";
import { record } from "./record.js";
import { calibrate } from "./calibrate.js";
import { turn } from "./turn.js";

const places = { notebooks, draw, wave, record, calibrate, turn };
const built = new Set();
let present = null;

function show() {
  const [name, ...rest] = (location.hash.slice(1) || "notebooks").split("/");
  const chosen = places[name] ? name : "notebooks";
  if (present && present !== chosen && places[present].leave) places[present].leave();
  for (const link of document.querySelectorAll(".top nav a")) {
    // Calibrating is a part of recording.
    if (link.getAttribute("href") === "#" + (chosen === "calibrate" ? "record" : chosen)) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  for (const key of Object.keys(places)) document.getElementById("place-" + key).hidden = key !== chosen;
  const section = document.getElementById("place-" + chosen);
  if (!built.has(chosen)) { built.add(chosen); places[chosen].build(section); }
  // Another place begins at its top.
  if (present !== chosen) { say(""); scrollTo(0, 0); }
  present = chosen;
  document.title = "Gimbal studio: " + chosen;
  document.body.dataset.place = chosen;
  places[chosen].enter(rest.join("/"));
}

addEventListener("hashchange", show);

const dialog = document.getElementById("phone-dialog");
const button = document.getElementById("phone-button");

async function invite() {
  const invitation = await ask("phone/invite", {});
  const picture = make("div", { className: "code-picture" });
  picture.innerHTML = invitation.picture;
  dialog.replaceChildren(
    make("h2", { id: "phone-title", textContent: "Bring a phone" }),
    make("p", { textContent: "Scan the code with the phone's camera; both have to be in the same network." }),
    picture,
    make("p", { className: "address" }, make("code", { textContent: invitation.address })),
    make("p", { className: "small", textContent: "The browser will warn: the certificate was made a moment ago on this computer. "
      + "On an iPhone: Show Details, visit this website. On Android: Advanced, Proceed. The fingerprint should be" }),
    make("p", { className: "small" }, make("code", { className: "fingerprint", textContent: invitation.fingerprint })),
    make("p", { className: "small", textContent: "The code lets one phone in, once." }),
    make("div", { className: "row" },
      make("button", { type: "button", className: "quiet", textContent: "New code", onclick: () => attempt(invite) }),
      make("button", { type: "button", textContent: "Done", onclick: () => dialog.close() })));
}

button.onclick = () => attempt(async () => { await invite(); dialog.showModal(); });

ask("phone").then(state => {
  announce();
  button.hidden = !state.isListening;
  notebooks.hasEditor = state.hasEditor;
}).catch(() => {}).finally(show);
