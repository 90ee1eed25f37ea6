import { eventually } from '@likewell/testing/eventually';
import { startService, type ServiceUnderTest } from '@likewell/testing/start-service';
import { count, tallySchema, tallyService, work } from './tally.js';
import { TcpProxy } from './tcp-proxy.js';

/** Three looks at a silent Postgres, of twelve seconds together, the question to the others, and a busy machine. */
const LEAVES_WITHIN_MS = 40_000;
const CALLS = 40;

let tally: ServiceUnderTest;
let links: [TcpProxy, TcpProxy];

/** Two replicas, each behind a link of its own to the same Postgres. */
beforeAll(async () => {
  tally = await startService(tallyService, tallySchema);
  const url = new URL(tally.schema.url);
  links = await Promise.all([TcpProxy.to(url), TcpProxy.to(url)]);
  for (const { port } of links) {
    url.port = String(port);
    await tally.addReplica({ DATABASE_URL: url.href });
  }
  await tally.replica.stop();
});
afterAll(async () => {
  await tally.stop();
  for (const link of links) link.stop();
});

/** Returns the replicas that answered many calls which need no Postgres. */
async function replicas(): Promise<string[]> {
  const calls = Array.from({ length: CALLS }, () =>
    tally.bus.call(work, { label: '', ms: 0, held: false, end: 'answer' }),
  );
  return [...new Set((await Promise.all(calls)).map(({ replica }) => replica))].sort();
}

it('a replica that has lost its Postgres leaves the calls to one that has it, until it is back', async () => {
  const both = await eventually(async () => {
    const found = await replicas();
    expect(found).toHaveLength(2);
    return found;
  });
  links[0].cut();
  await eventually(async () => expect(await replicas()).toHaveLength(1), LEAVES_WITHIN_MS);
  for (let call = 0; call < CALLS; call += 1)
    await tally.bus.call(count, { label: `written ${call}`, rollBack: false });
  links[0].mend();
  await eventually(async () => expect(await replicas()).toEqual(both));
});

it('replicas that have all lost it take calls nevertheless, also one that had left them before', async () => {
  const both = await replicas();
  links[0].cut();
  await eventually(async () => expect(await replicas()).toHaveLength(1), LEAVES_WITHIN_MS);
  links[1].cut();
  await eventually(async () => expect(await replicas()).toEqual(both), LEAVES_WITHIN_MS);
  links[1].mend();
  await eventually(async () => expect(await replicas()).toHaveLength(1), LEAVES_WITHIN_MS);
  links[0].mend();
  await eventually(async () => expect(await replicas()).toEqual(both));
});

it('a replica whose Postgres is silent leaves the calls, too', async () => {
  const both = await replicas();
  const [link] = links;
  // What it has to say comes hours later, on its connections and on new ones.
  link.heardAfterMs = 10_000_000;
  link.hold();
  await eventually(async () => expect(await replicas()).toHaveLength(1), LEAVES_WITHIN_MS);
  link.heardAfterMs = 0;
  link.release();
  await eventually(async () => expect(await replicas()).toEqual(both), LEAVES_WITHIN_MS);
});
