// The stream of what phones send, for the places that show it, and the virtual phone for all of them.

import { ask } from "./common.js";
import { VirtualPhone } from "./virtual.js";

const listeners = new Set();
let source = null;
let last = {};

/** Calls `listener(message)` for each message until the function that it gives back is called. */
export function follow(listener) {
  listeners.add(listener);
  for (const message of Object.values(last)) listener(message);
  if (!source) open();
  return () => {
    listeners.delete(listener);
    if (!listeners.size && source) { source.close(); source = null; last = {}; }
  };
}

function open() {
  source = new EventSource("motion/events");
  source.onmessage = event => {
    const message = JSON.parse(event.data);
    if (message.kind === "setup" || message.kind === "meter") last[message.kind] = message;
    for (const listener of listeners) listener(message);
  };
  source.onerror = () => { for (const listener of listeners) listener({ kind: "gone" }); };
  source.onopen = () => { for (const listener of listeners) listener({ kind: "open" }); };
}

export const phone = new VirtualPhone(batch => ask("motion/take", batch));
