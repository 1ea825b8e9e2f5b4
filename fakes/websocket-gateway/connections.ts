import type { WebSocket } from "ws";
import type { ConnectionInfo } from "./events.ts";

/** Returns a function that cancels the callback. */
export type Schedule = (run: () => void, afterMs: number) => () => void;

const idleMs = 10 * 60 * 1000;
const lifetimeMs = 2 * 60 * 60 * 1000;

const goingAway = 1001;

type OpenConnection = { socket: WebSocket; renewIdleTime: () => void };

export class Connections {
  readonly #open = new Map<string, OpenConnection>();
  readonly #schedule: Schedule;

  constructor(schedule: Schedule) {
    this.#schedule = schedule;
  }

  add({ connectionId }: ConnectionInfo, socket: WebSocket): void {
    const expire = () => socket.close(goingAway, "Going away");
    const endLifetime = this.#schedule(expire, lifetimeMs);
    let endIdleTime = this.#schedule(expire, idleMs);
    const renewIdleTime = () => {
      endIdleTime();
      endIdleTime = this.#schedule(expire, idleMs);
    };
    this.#open.set(connectionId, { socket, renewIdleTime });
    socket.on("close", () => {
      endLifetime();
      endIdleTime();
      this.#open.delete(connectionId);
    });
  }

  renewIdleTimeout(id: string): void {
    this.#open.get(id)?.renewIdleTime();
  }

  async send(id: string, message: string): Promise<boolean> {
    const open = this.#open.get(id);
    if (!open) return false;
    this.renewIdleTimeout(id);
    return new Promise((resolve) => open.socket.send(message, (error) => resolve(!error)));
  }

  close(id: string, code: number, reason: string): boolean {
    const open = this.#open.get(id);
    if (!open) return false;
    // The connection counts as closed at once, before the client confirms the close.
    this.#open.delete(id);
    open.socket.close(code, reason);
    return true;
  }
}
