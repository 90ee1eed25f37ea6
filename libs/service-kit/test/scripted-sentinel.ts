import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';

/** A sentinel whose replies to a client that asks for the master are sent when the test wants them. */
export class ScriptedSentinel {
  private readonly listeners = new Set<Socket>();
  private readonly sockets = new Set<Socket>();
  private readonly server = createServer((socket) => {
    this.sockets.add(socket);
    socket.on('error', () => undefined).on('close', () => this.sockets.delete(socket));
    socket.on('data', (data) => void this.hear(socket, data.toString()));
  });
  /** Delays the reply to the request for the master. */
  private gate: Promise<void> = Promise.resolve();
  private asked: () => void = () => undefined;

  constructor(private readonly masterPort: number) {}

  async listen(): Promise<number> {
    this.server.listen(0, '127.0.0.1');
    await once(this.server, 'listening');
    return (this.server.address() as AddressInfo).port;
  }

  /**
   * Holds the next request for the master; resolves when it has arrived, with a function that releases the
   * response.
   */
  hold(): Promise<() => void> {
    return new Promise((resolve) => {
      this.gate = new Promise((open) => {
        this.asked = () => {
          resolve(open);
        };
      });
    });
  }

  get isListenedTo(): boolean {
    return this.listeners.size > 0;
  }

  /** Announces a new master to all listeners. */
  announceFailover(): void {
    for (const socket of this.listeners) socket.write(resp(['message', '+switch-master', 'likewell']));
  }

  async close(): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    this.server.close();
    await once(this.server, 'close');
  }

  private async hear(socket: Socket, text: string): Promise<void> {
    for (const command of text.split(/^\*\d+\r\n/m).slice(1)) {
      const words = command.split('\r\n').filter((_, index) => index % 2 === 1);
      socket.write(await this.respond(socket, words.join(' ').toLowerCase()));
    }
  }

  private async respond(socket: Socket, command: string): Promise<string> {
    if (command.startsWith('subscribe')) {
      this.listeners.add(socket);
      socket.on('close', () => this.listeners.delete(socket));
      return '*3\r\n$9\r\nsubscribe\r\n$14\r\n+switch-master\r\n:1\r\n';
    }
    if (command.startsWith('sentinel get-master')) {
      this.asked();
      await this.gate;
      return resp(['127.0.0.1', String(this.masterPort)]);
    }
    return command.startsWith('sentinel') ? '*0\r\n' : '+OK\r\n';
  }
}

const resp = (words: string[]) =>
  `*${words.length}\r\n${words.map((word) => `$${Buffer.byteLength(word)}\r\n${word}\r\n`).join('')}`;
