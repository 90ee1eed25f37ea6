import { eventually } from './eventually.js';

/** A response of the gateway, its body read as JSON. */
export interface HttpResponse {
  readonly status: number;
  readonly headers: Headers;
  // The shape is what the tests assert.
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  readonly body: any;
}

/** A client of the gateway: a visitor, or a member once they have a token. */
export class HttpClient {
  constructor(
    private readonly url: string,
    readonly token: string | null = null,
  ) {}

  async call(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<HttpResponse> {
    return this.raw(method, path, body === undefined ? undefined : JSON.stringify(body), headers);
  }

  /** Sends a body unchanged. */
  async raw(
    method: string,
    path: string,
    body?: string,
    headers: Record<string, string> = {},
  ): Promise<HttpResponse> {
    const response = await fetch(this.url + path, {
      method,
      headers: {
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(this.token && { authorization: `Bearer ${this.token}` }),
        ...headers,
      },
      ...(body !== undefined && { body }),
      signal: AbortSignal.timeout(25_000),
    });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.includes('json');
    return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text };
  }

  /** Registers under a name; the client is then signed in. */
  async join(
    username: string,
    ref: string | null = null,
  ): Promise<{ client: HttpClient; user: HttpResponse['body'] }> {
    const form = { username, email: `${username}@example.org`, password: 'correct horse battery', ref };
    const { status, body } = await this.call('POST', '/api/auth/register', form);
    if (status !== 200) throw new Error(`could not join: ${JSON.stringify(body)}`);
    return { client: new HttpClient(this.url, body.token), user: body.user };
  }

  /** Writes a post and waits until it is published. */
  async publish(title: string, text = 'Some words about it.'): Promise<number> {
    const { body } = await this.call('POST', '/api/posts', { title, body: text });
    await eventually(async () => {
      const seen = await new HttpClient(this.url).call('GET', `/api/posts/${body.id}`);
      if (seen.status !== 200) throw new Error(`post ${body.id} is not published: ${seen.status}`);
    });
    return body.id;
  }
}
