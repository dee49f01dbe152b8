"use strict";

// Keeps events until the studio has them. `send(batch)` gives a promise of {next, isRecording, words}; when it fails, nothing is
// forgotten and it is tried again. If the browser can store them, events outlive the page. `phone` names the phone: the same for
// all its pages.
class EventQueue {
  constructor(device, send, store, phone) {
    this.device = device;
    this.phone = phone || null;
    this.send = send;
    this.store = store || null;
    const random = crypto.getRandomValues(new Uint32Array(4));
    this.page = [...random].map(n => n.toString(36)).join("");
    this.first = 0;          // the number of events[0]
    this.events = [];
    this.recording = null;   // the phone's own recording that runs when events[0] comes, by its name
    this.latest = null;      // and the one that runs now
    this.skips = false;      // whether the studio asks for events that are gone
    this.isSending = false;
    this.pause = 0;          // ms until the next try
    this.onstate = () => {};
    this.lost = 0;
    this.isOver = false;
    this.size = 1500;        // events at a time; fewer while one that is refused is looked for
  }

  // Eight hours at 100 Hz: beyond that the oldest go, and their number is reported.
  static get limit() { return 6000000; }

  // The recording that runs after an event of this number: a press of the phone's button begins one or ends it.
  after(recording, number, event) {
    if (event[0] !== "r") return recording;
    return event[2] === 1 ? recording || `${this.page}r${number}` : null;
  }

  add(event) {
    this.events.push(event);
    if (this.events.length > EventQueue.limit) {
      this.drop(1);
      this.lost += 1;
    }
    const number = this.first + this.events.length - 1;
    if (this.store) this.store.add({ page: this.page, phone: this.phone, number, recording: this.latest, event, device: this.device });
    this.latest = this.after(this.latest, number, event);
    this.pump();
  }

  // Forgets the first events.
  drop(count) {
    for (const event of this.events.splice(0, count)) {
      this.recording = this.after(this.recording, this.first, event);
      this.first += 1;
    }
  }

  get waiting() { return this.events.length; }

  async pump() {
    if (this.isSending || this.isOver || !this.events.length) return;
    this.isSending = true;
    const batch = {
      page: this.page, phone: this.phone, first: this.first, skips: this.skips, recording: this.recording, device: this.device,
      events: this.events.slice(0, this.size)
    };
    try {
      const answer = await this.send(batch);
      const taken = Math.max(0, Math.min(answer.next - this.first, this.events.length));
      this.drop(taken);
      // What the studio misses was set aside: it learns that with the next events.
      this.skips = answer.next < this.first;
      if (this.store && taken) this.store.drop(this.page, this.first);
      this.pause = taken || this.skips ? 0 : 250;
      this.size = Math.min(this.size * 2, 1500);
      this.onstate({ isConnected: true, waiting: this.events.length, answer });
    } catch (error) {
      // What is refused would be refused again. One event may be the reason for all: it is looked for by halves, set aside,
      // and said; the others go.
      const isSingle = batch.events.length === 1;
      if (error.refused && isSingle) {
        this.drop(1);
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
