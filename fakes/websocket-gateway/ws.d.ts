declare module "ws" {
  import type { IncomingMessage } from "node:http";
  import type { Duplex } from "node:stream";

  type ServerOptions = {
    noServer: true;
    /** In bytes. A larger message closes the connection with code 1009. */
    maxPayload: number;
    /** Returns the chosen subprotocol, or false for none. */
    handleProtocols: (offered: Set<string>, request: IncomingMessage) => string | false;
  };

  export class WebSocket {
    on(event: "message", listener: (data: Buffer, isBinary: boolean) => void): this;
    on(event: "close", listener: (code: number, reason: Buffer) => void): this;
    on(event: "error", listener: (error: Error) => void): this;
    send(data: string, sent?: (error?: Error) => void): void;
    close(code: number, reason?: string): void;
    /** Ends the connection without a close frame. */
    terminate(): void;
  }

  export class WebSocketServer {
    constructor(options: ServerOptions);
    handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer, upgraded: (socket: WebSocket) => void): void;
  }
}
