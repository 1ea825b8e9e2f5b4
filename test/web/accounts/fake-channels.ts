/**
 * Each call returns the class `BroadcastChannel` of a separate browser. Messages arrive in a later task, as in a real
 * browser: https://html.spec.whatwg.org/multipage/web-messaging.html#dom-broadcastchannel-postmessage
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
