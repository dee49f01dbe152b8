// Messages of the Language Server Protocol over two streams: each is a header with its length, and so many bytes of JSON.
"use strict";

/** Bytes of a message at most: more is not one. */
const LARGEST = 64 << 20;

/** A header ends with an empty line; one that is longer than this is not a header. */
const LONGEST_HEADER = 4096;

class Connection {
  /**
   * @param input where the server's messages come from
   * @param output where ours go
   * @param handlers `notification(method, params)`, `request(method, params)` with a promise of the answer, and `broken(reason)`
   */
  constructor(input, output, handlers) {
    this.output = output;
    this.handlers = handlers;
    this.waiting = new Map();
    this.last = 0;
    this.received = Buffer.alloc(0);
    this.closed = false;
    input.on("data", (data) => this.take(data));
    // A server that is gone takes nothing; that it is gone is noticed elsewhere.
    output.on("error", () => {});
  }

  /** Sends a request; a promise of its result. `token` is VS Code's: when it is cancelled the server gets a message, and the promise fails. */
  request(method, params, token) {
    if (this.closed) return Promise.reject(new Error("the server is not running"));
    const id = ++this.last;
    return new Promise((resolve, reject) => {
      const listening = token?.onCancellationRequested?.(() => {
        if (!this.waiting.delete(id)) return;
        this.notify("$/cancelRequest", { id });
        reject(new Cancelled());
      });
      const done = (settle) => (value) => {
        listening?.dispose();
        settle(value);
      };
      this.waiting.set(id, { resolve: done(resolve), reject: done(reject) });
      this.send({ jsonrpc: "2.0", id, method, params });
    });
  }

  notify(method, params) {
    this.send({ jsonrpc: "2.0", method, params });
  }

  /** The connection has ended; all waiting requests fail. */
  close() {
    this.closed = true;
    for (const { reject } of this.waiting.values()) reject(new Error("the server has ended"));
    this.waiting.clear();
  }

  send(message) {
    if (this.closed) return;
    const body = Buffer.from(JSON.stringify(message), "utf8");
    this.output.write(Buffer.concat([Buffer.from(`Content-Length: ${body.length}\r\n\r\n`, "ascii"), body]));
  }

  take(data) {
    this.received = Buffer.concat([this.received, data]);
    for (;;) {
      const end = this.received.indexOf("\r\n\r\n");
      if (end < 0) {
        if (this.received.length > LONGEST_HEADER) this.fail("a header without end");
        return;
      }
      const length = Number(/^content-length: *(\d+)\s*$/im.exec(this.received.toString("ascii", 0, end))?.[1] ?? NaN);
      if (!(length <= LARGEST)) return this.fail("a message without a length that can be");
      if (this.received.length < end + 4 + length) return;
      const body = this.received.toString("utf8", end + 4, end + 4 + length);
      this.received = this.received.subarray(end + 4 + length);
      let message;
      try {
        message = JSON.parse(body);
      } catch {
        return this.fail("a message that is not JSON");
      }
      this.handle(message);
    }
  }

  fail(what) {
    this.received = Buffer.alloc(0);
    this.close();
    this.handlers.broken(`the server has sent ${what}`);
  }

  handle(message) {
    if (message.method === undefined) {
      const waiting = this.waiting.get(message.id);
      this.waiting.delete(message.id);
      if (message.error) waiting?.reject(new Error(message.error.message));
      else waiting?.resolve(message.result);
    } else if (message.id === undefined) {
      this.handlers.notification(message.method, message.params);
    } else {
      Promise.resolve()
        .then(() => this.handlers.request(message.method, message.params))
        .then(
          (result) => this.send({ jsonrpc: "2.0", id: message.id, result: result ?? null }),
          (error) => this.send({ jsonrpc: "2.0", id: message.id, error: { code: -32601, message: String(error.message ?? error) } }),
        );
    }
  }
}

/** What a promise fails with when its request was cancelled. */
class Cancelled extends Error {}

module.exports = { Connection, Cancelled };
