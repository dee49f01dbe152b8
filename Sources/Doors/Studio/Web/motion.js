// The stream of what phones send, for the places that show it, and the virtual phone for all of them.

import { ask } from "./common.js";
import { liveStream } from "./live.js";
import { VirtualPhone } from "./virtual.js";

const listeners = new Set();
let end = null;
let last = {};

/** Calls `listener(message)` for each message until the function that it gives back is called. */
export function follow(listener) {
  listeners.add(listener);
  for (const message of Object.values(last)) listener(message);
  if (!end) open();
  return () => {
    listeners.delete(listener);
    if (!listeners.size && end) { end(); end = null; last = {}; }
  };
}

function open() {
  const tell = message => { for (const listener of listeners) listener(message); };
  end = liveStream("motion/events", {
    message: event => {
      const message = JSON.parse(event.data);
      if (message.kind === "setup" || message.kind === "meter") last[message.kind] = message;
      tell(message);
    },
    open: () => tell({ kind: "open" }),
    gone: () => tell({ kind: "gone" }),
  });
}

export const phone = new VirtualPhone(batch => ask("motion/take", batch));
