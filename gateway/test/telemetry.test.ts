import { eventually } from '@likewell/testing/eventually';
import { HttpClient } from '@likewell/testing/http-client';
import { startStack, type TestStack } from '@likewell/testing/start-stack';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';
import type { AddressInfo } from 'node:net';
import { isOpenForTips } from './is-open-for-tips.js';

interface Told {
  readonly service: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: number;
  readonly attributes: { key: string; value: { stringValue?: string; intValue?: number } }[];
}

/** The parts of an OTLP export that the tests read. */
interface Export {
  readonly resourceSpans: {
    readonly resource: { attributes: { key: string; value: { stringValue: string } }[] };
    readonly scopeSpans: { spans: Omit<Told, 'service'>[] }[];
  }[];
}

const [SERVER, CLIENT] = [2, 3];

/** Starts a collector that keeps the spans it receives. */
async function startCollector() {
  const spans: Told[] = [];
  const server = createServer((request, response) => {
    void json(request).then((body) => {
      for (const { resource, scopeSpans } of (body as Export).resourceSpans) {
        const name = resource.attributes.find(({ key }) => key === 'service.name');
        const service = name?.value.stringValue ?? '';
        for (const span of scopeSpans.flatMap((scope) => scope.spans)) spans.push({ ...span, service });
      }
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return { spans, url: `http://127.0.0.1:${port}`, close: () => server.close() };
}

let collector: Awaited<ReturnType<typeof startCollector>>;
let stack: TestStack;
beforeAll(async () => {
  collector = await startCollector();
  stack = await startStack(
    {},
    {},
    {
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_BSP_SCHEDULE_DELAY: '200',
      LOG_LEVEL: 'trace',
    },
  );
});
afterAll(async () => {
  await stack.stop();
  collector.close();
});

it('the metrics tell of a tip: its batch, the money, the queues and the connections', async () => {
  const visitor = new HttpClient(stack.url);
  const { client: author } = await visitor.join('measured');
  const { client: reader } = await visitor.join('measuring');
  const id = await author.publish('A post to be counted');
  // A tip that overtakes the event of its post is settled in two batches.
  await eventually(async () => expect(await isOpenForTips(stack, id)).toBe(true));
  expect((await reader.call('POST', `/api/posts/${id}/like`, { amount: 1 })).status).toBe(200);

  await eventually(async () => {
    const ledger = await stack.services['tipping-ledger'].metrics();
    expect(ledger).toMatch(/^likewell_tips_total\{outcome="settled",service="tipping-ledger"\} 1$/m);
    expect(ledger).toMatch(/^likewell_tip_batch_tips_count\{.*\} 1$/m);
    expect(ledger).toMatch(/^likewell_ledger_account_like\{account="treasury",.*\} \d+/m);
    expect(ledger).toMatch(/^likewell_epoch_closed_timestamp_seconds\{.*\} 1\d{9}/m);
    const posts = await stack.services.posts.metrics();
    expect(posts).toMatch(/^likewell_postgres_pool\{state="max",service="posts"\} 10$/m);
    expect(posts).toMatch(/^likewell_reviews_waiting\{reviewer="person",service="posts"\} 0$/m);
    expect(posts).toMatch(/^likewell_event_delay_seconds_count\{.*\} [1-9]/m);
    const gateway = await stack.gateway.metrics();
    expect(gateway).toMatch(/^likewell_http_places\{kind="all",service="gateway"\} \d+$/m);
    expect(gateway).toMatch(/^likewell_connected\{server="redis",service="gateway"\} 1$/m);
  }, 15_000);
});

it('a trace goes from the gateway over the call to each statement; a visitor does not pick it, and it holds no text of a member', async () => {
  const { client } = await new HttpClient(stack.url).join('traced');
  const picked = randomBytes(16).toString('hex');
  const post = { title: 'Canary in a title', body: 'canary in a text' };
  const response = await client.call('POST', '/api/posts', post, {
    traceparent: `00-${picked}-${randomBytes(8).toString('hex')}-01`,
  });
  expect(response.status).toBe(201);
  const requestId = String(response.headers.get('x-request-id'));
  const line = await eventually(() => {
    const found = linesOf(stack.gateway.log).find((one) => one.requestId === requestId);
    expect(found).toMatchObject({ service: 'gateway', route: '/api/posts' });
    return found;
  });
  const [, traceId] = String(line?.traceparent).split('-');
  expect(traceId).not.toBe(picked);
  const trace = await eventually(() => {
    const told = collector.spans.filter((span) => span.traceId === traceId);
    // Each process exports its own spans at intervals, the innermost first.
    expect(told.some(({ name, service }) => name === 'POST /api/posts' && service === 'gateway')).toBe(true);
    expect(told.some(({ kind, service }) => kind === SERVER && service === 'posts')).toBe(true);
    return told;
  }, 15_000);
  const under = (parent: string | undefined, kind: number, service: string) =>
    trace.filter((span) => span.parentSpanId === parent && span.kind === kind && span.service === service);
  const [gateway] = under(undefined, SERVER, 'gateway');
  expect(gateway?.name).toBe('POST /api/posts');
  const call = under(gateway?.spanId, CLIENT, 'gateway').find(({ name }) => name.includes('create-post'));
  const [served] = under(call?.spanId, SERVER, 'posts');
  expect(served?.name).toBe(call?.name);
  const statements = under(served?.spanId, CLIENT, 'posts');
  const texts = statements.map(
    (span) => span.attributes.find(({ key }) => key === 'db.query.text')?.value.stringValue,
  );
  expect(texts).toEqual(
    expect.arrayContaining(['START TRANSACTION', 'COMMIT', expect.stringMatching(/INSERT INTO post/)]),
  );
  expect(JSON.stringify(collector.spans)).not.toMatch(/canary in a/i);
  const processes = [stack.gateway, ...Object.values(stack.services)];
  expect(JSON.stringify(processes.flatMap(({ log }) => linesOf(log)))).not.toMatch(/canary in a/i);
});

/** Reads a log; its last line may still be under way. */
const linesOf = (log: string) =>
  log
    .split('\n')
    .slice(0, -1)
    .map((line): Record<string, unknown> => JSON.parse(line));
