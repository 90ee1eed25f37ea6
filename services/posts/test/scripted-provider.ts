import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Question {
  readonly body: string;
  readonly headers: IncomingMessage['headers'];
}

/** Handles the provider's next requests. */
export type Responder = (request: Question, reply: ServerResponse) => void;

const result = (scores: Record<string, number>) => ({
  flagged: Object.values(scores).some((score) => score > 0.5),
  categories: Object.fromEntries(Object.entries(scores).map(([name, score]) => [name, score > 0.5])),
  category_scores: scores,
});

/** Responds as OpenAI does; a category with a score over 0.5 is flagged. */
export const say =
  (scores: Record<string, number>): Responder =>
  (_, reply) => {
    reply.setHeader('content-type', 'application/json');
    reply.end(JSON.stringify({ id: 'modr-1', model: 'omni-moderation-latest', results: [result(scores)] }));
  };

/** A moderation provider with a scripted response; it records its requests. */
export class ScriptedProvider {
  respond: Responder = say({});
  asked: Question[] = [];

  private constructor(private readonly server: Server) {}

  static async start(): Promise<ScriptedProvider> {
    const server = createServer();
    const provider = new ScriptedProvider(server);
    server.on('request', (request: IncomingMessage, reply: ServerResponse) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const question = { body: Buffer.concat(chunks).toString(), headers: request.headers };
        provider.asked.push(question);
        provider.respond(question, reply);
      });
    });
    server.listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    return provider;
  }

  /** Returns the variables of a service that uses this provider with the given timeout. */
  variables(timeoutMs = 5000): Record<string, string> {
    return {
      MODERATION_BASE_URL: `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/v1/`,
      MODERATION_API_KEY: 'key of the tests',
      MODERATION_TIMEOUT_MS: String(timeoutMs),
    };
  }

  /** Resets it: it approves every text, and has recorded no requests. */
  reset(): void {
    this.respond = say({});
    this.asked = [];
  }

  stop(): void {
    this.server.closeAllConnections();
    this.server.close();
  }
}
