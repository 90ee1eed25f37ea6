import type { Server } from 'node:http';
import { WebSocketServer, type WebSocket } from 'ws';
import type { Chain } from '../chain/chain.js';
import { respond, parseFailure } from '../rpc/response.js';
import type { View } from '../rpc/view.js';
import { Subscriptions } from './subscriptions.js';

const MAX_MESSAGE_BYTES = 50 * 1024;
const MAX_SOCKETS = 200;
/** A client that does not read its subscriptions is disconnected above this amount. */
const MAX_UNSENT_BYTES = 8 * 1024 * 1024;

/** The websockets of an endpoint. */
export class Sockets {
  private readonly server = new WebSocketServer({ noServer: true, maxPayload: MAX_MESSAGE_BYTES });
  private readonly unwatch: () => void;
  private readonly all = new Map<WebSocket, Subscriptions>();
  private lastId = 0;

  constructor(
    chain: Chain,
    private readonly view: () => View,
    https: readonly Server[],
  ) {
    for (const http of https) {
      http.on('upgrade', (request, socket, head) => {
        if (this.all.size >= MAX_SOCKETS) return void socket.destroy();
        this.server.handleUpgrade(request, socket, head, (opened) => this.open(opened));
      });
    }
    this.unwatch = chain.watch(() => this.tell());
  }

  close(): void {
    this.unwatch();
    for (const socket of this.all.keys()) socket.terminate();
  }

  private open(socket: WebSocket): void {
    const send = (message: unknown) => {
      if (socket.readyState !== socket.OPEN) return;
      if (socket.bufferedAmount > MAX_UNSENT_BYTES) socket.terminate();
      else socket.send(JSON.stringify(message));
    };
    const subscriptions = new Subscriptions(this.view, send, () => ++this.lastId);
    this.all.set(socket, subscriptions);
    socket.on('close', () => this.all.delete(socket));
    // A message that is too long, or an invalid frame, leads to a close and to an error that needs no
    // handling.
    socket.on('error', () => socket.terminate());
    socket.on('message', (data) => {
      const text = (data as Buffer).toString('utf8');
      const result = this.respond(text, subscriptions);
      if (result !== undefined) send(result);
      subscriptions.tell();
    });
  }

  private respond(text: string, subscriptions: Subscriptions): unknown {
    try {
      return respond(this.view(), JSON.parse(text), (call) => subscriptions.methodOf(call));
    } catch {
      return parseFailure();
    }
  }

  private tell(): void {
    const how = this.view().faults.response;
    if (how === 'hang') return;
    for (const [socket, subscriptions] of this.all) {
      if (how === 'drop') socket.terminate();
      else subscriptions.tell();
    }
  }
}
