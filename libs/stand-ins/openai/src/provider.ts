import { parseJson, readText } from '@likewell/stand-in-kit/read-body';
import { StandInServer } from '@likewell/stand-in-kit/stand-in-server';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { chatRequest, complete } from './chat.js';
import type { Endpoint, Fault, Faults } from './faults.js';
import { misbehave, sendError } from './misbehave.js';
import { moderate, moderationRequest } from './moderation.js';

const MAX_BODY_BYTES = 256 * 1024;

/**
 * An OpenAI-compatible API on this machine: chat completions with structured output, and moderations, for one
 * key. A draft depends only on its prompt, and a moderation only on the words of the text.
 */
export class OpenAiStandIn extends StandInServer {
  faults: Faults = {};
  /** Number of calls of each endpoint with the right key. */
  readonly calls: Record<Endpoint, number> = { chat: 0, moderations: 0 };
  /** Largest number of concurrent calls. */
  mostAtOnce = 0;
  private atOnce = 0;

  constructor(
    private readonly apiKey: string,
    private readonly thinkingMs = 0,
  ) {
    super();
  }

  /** Base URL for clients. */
  get baseUrl(): string {
    return `${this.origin}/v1`;
  }

  protected async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const endpoint = endpointOf(request);
    if (!endpoint) {
      sendError(response, 404, 'invalid_request_error', null, 'There is nothing at this address.');
      return;
    }
    if (request.headers.authorization !== `Bearer ${this.apiKey}`) {
      misbehave(response, 'wrong-key');
      return;
    }
    this.count(endpoint, response);
    const text = await readText(request, MAX_BODY_BYTES);
    if (text === undefined) throw new Error('this request is too long');
    const reply =
      endpoint === 'chat'
        ? responseOf(chatRequest, text, complete)
        : responseOf(moderationRequest, text, moderate);
    await pause(this.faults.delayMs ?? (endpoint === 'chat' ? this.thinkingMs : 0));
    const fault = this.takeFault(endpoint);
    if (fault) misbehave(response, fault, this.faults.retryAfterMs);
    else if (typeof reply === 'string') sendError(response, 400, 'invalid_request_error', null, reply);
    else this.send(response, endpoint, reply);
  }

  private count(endpoint: Endpoint, response: ServerResponse): void {
    this.calls[endpoint] += 1;
    this.atOnce += 1;
    this.mostAtOnce = Math.max(this.mostAtOnce, this.atOnce);
    response.on('close', () => (this.atOnce -= 1));
  }

  private takeFault(endpoint: Endpoint): Fault | undefined {
    const fault = this.faults.endpoint?.[endpoint];
    if (!fault || this.faults.times === undefined) return fault;
    if (this.faults.times === 0) return undefined;
    this.faults.times -= 1;
    return fault;
  }

  private send(response: ServerResponse, endpoint: Endpoint, reply: Record<string, unknown>): void {
    const { content, response: change } = this.faults;
    if (content !== undefined && endpoint === 'chat') setContent(reply, content);
    const body = JSON.stringify(change ? change(reply) : reply);
    response.writeHead(200, { 'content-type': 'application/json', 'cache-control': 'no-store' }).end(body);
  }
}

function endpointOf({ method, url }: IncomingMessage): Endpoint | undefined {
  if (method !== 'POST') return undefined;
  if (url === '/v1/chat/completions') return 'chat';
  return url === '/v1/moderations' ? 'moderations' : undefined;
}

/** Returns the response to a request, or a sentence that says what is wrong with it. */
function responseOf<Schema extends z.ZodType>(
  schema: Schema,
  text: string,
  work: (request: z.output<Schema>) => Record<string, unknown>,
): Record<string, unknown> | string {
  const request = schema.safeParse(parseJson(text));
  return request.success ? work(request.data) : z.prettifyError(request.error);
}

function setContent(completion: Record<string, unknown>, content: string): void {
  const [choice] = completion.choices as { message: { content: string } }[];
  if (choice) choice.message.content = content;
}
