"use strict";

// Keeps events until the studio has them. `send(batch)` gives a promise of {next, isRecording, words}; when it fails, nothing is
// forgotten and it is tried again. Where the browser can store them, events outlive the page.
class EventQueue {
  constructor(device, send, store) {
    this.device = device;
    this.send = send;
    this.store = store || null;
    const random = crypto.getRandomValues(new Uint32Array(4));
    this.page = [...random].map(n => n.toString(36)).join("");
    this.first = 0;          // the number of events[0]
    this.events = [];
    this.isSending = false;
    this.pause = 0;          // ms until the next try
    this.onstate = () => {};
    this.lost = 0;
    this.isOver = false;
    this.size = 1500;        // events at a time; fewer while one that is refused is looked for
  }

  // Eight hours at 100 Hz: beyond that the oldest go, and it is said how many.
  static get limit() { return 6000000; }

  add(event) {
    this.events.push(event);
    if (this.events.length > EventQueue.limit) {
      this.events.shift();
      this.first += 1;
      this.lost += 1;
    }
    if (this.store) this.store.add(this.page, this.first + this.events.length - 1, event);
    this.pump();
  }

  get waiting() { return this.events.length; }

  async pump() {
    if (this.isSending || this.isOver || !this.events.length) return;
    this.isSending = true;
    const batch = {
      page: this.page, first: this.first, device: this.device, events: this.events.slice(0, this.size)
    };
    try {
      const answer = await this.send(batch);
      const taken = Math.max(0, answer.next - this.first);
      this.events.splice(0, taken);
      this.first = Math.max(this.first, answer.next);
      if (this.store && taken) this.store.drop(this.page, this.first);
      this.pause = 0;
      this.size = Math.min(this.size * 2, 1500);
      this.onstate({ isConnected: true, waiting: this.events.length, answer });
    } catch (error) {
      // What is refused would be refused again. One event may be the reason for all: it is looked for by halves, set aside,
      // and said; the others go.
      const isSingle = batch.events.length === 1;
      if (error.refused && isSingle) {
        this.first += 1;
        this.events.shift();
        this.lost += 1;
        if (this.store) this.store.drop(this.page, this.first);
      }
      if (error.refused) this.size = isSingle ? 1500 : Math.ceil(batch.events.length / 2);
      if (error.isOver) this.isOver = true;
      this.pause = error.refused ? 20 : Math.min(Math.max(this.pause * 2, 250), 4000);
      this.onstate({ isConnected: false, waiting: this.events.length, error });
    }
    this.isSending = false;
    if (this.pause) setTimeout(() => this.pump(), this.pause);
    else if (this.events.length) this.pump();
  }
}
