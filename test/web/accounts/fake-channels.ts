/**
 * The channels by which the tabs of one browser speak: a message is heard by all others of that name, never by its
 * sender, and in a task of its own (https://html.spec.whatwg.org/multipage/web-messaging.html#dom-broadcastchannel-postmessage).
 * @returns the constructor that a tab finds under `BroadcastChannel`
 */
export function fakeChannels() {
  const open = new Set<EventTarget & { name: string }>();
  return class extends EventTarget {
    readonly name: string;
    constructor(name: string) {
      super();
      this.name = name;
      open.add(this);
    }
    postMessage(data: unknown): void {
      const copy: unknown = structuredClone(data);
      for (const other of open) {
        if (other === this || other.name !== this.name) continue;
        setTimeout(() => other.dispatchEvent(new MessageEvent("message", { data: copy })), 0);
      }
    }
  };
}
