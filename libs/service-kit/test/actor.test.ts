import { CALLS } from '@likewell/contracts/bus/access';
import { commonErrors } from '@likewell/contracts/core/common-errors';
import { defineRpc, type Rpc } from '@likewell/contracts/core/define-rpc';
import { makeNkeyPair } from '@likewell/testing/nkey-pair';
import { startNats, type OwnServer } from '@likewell/testing/test-servers';
import type { MessageHandler } from '@nestjs/microservices';
import { z } from 'zod';
import { ActorSigner, ActorVerifier, type Actor } from '../src/rpc/actor-token.js';
import { connectNats, type Nats } from '../src/rpc/connect-nats.js';
import { RpcClient } from '../src/rpc/rpc-client.js';
import { RpcServer } from '../src/rpc/rpc-server.js';
import { createLogger } from '../src/telemetry/logger.js';
import { Metrics } from '../src/telemetry/metrics.js';
import { newContext, runInContext } from '../src/telemetry/request-context.js';

const logger = createLogger('test', 'silent');
const pay = defineRpc({
  subject: 'rpc.actor-test.pay',
  input: z.object({ payerId: z.int().nullable() }),
  output: z.object({ paidBy: z.int().nullable() }),
  actor: 'payerId',
});
const moderate = defineRpc({
  subject: 'rpc.actor-test.moderate',
  input: z.object({}),
  output: z.object({}),
  role: 'moderator',
});
/** A call of a service that serves a member by calling another service. */
const forward = defineRpc({
  subject: 'rpc.actor-test.forward',
  input: z.object({ payerId: z.int() }),
  output: z.object({ paidBy: z.int().nullable() }),
});

const { seed, publicKey } = makeNkeyPair();
const { seed: strangerSeed } = makeNkeyPair();

let nats: OwnServer;
let connections: Nats[];
let server: RpcServer;
let metrics: Metrics;
let gateway: RpcClient;

beforeAll(async () => {
  nats = await startNats();
  connections = await Promise.all(
    ['gateway', 'actor-test'].map((name) => connectNats(nats.url, name, logger)),
  );
  const [outside, inside] = connections as [Nats, Nats];
  gateway = new RpcClient(outside);
  metrics = new Metrics('actor-test');
  server = new RpcServer('actor-test', inside, logger, metrics, new ActorVerifier([publicKey]));
  const neighbour = new RpcClient(inside);
  const handlers: [Rpc, MessageHandler][] = [
    [pay, ({ payerId }: { payerId: number | null }) => Promise.resolve({ paidBy: payerId })],
    [moderate, () => Promise.resolve({})],
    [forward, ({ payerId }: { payerId: number }) => neighbour.call(pay, { payerId })],
  ];
  for (const [contract, handler] of handlers)
    server.addHandler(contract.subject, handler, false, { contract });
  await new Promise((resolve) => {
    server.listen(resolve);
  });
});
afterAll(async () => {
  await server.close();
  await Promise.all(connections.map(({ connection }) => connection.close()));
  await nats.remove();
});
afterEach(() => vi.restoreAllMocks());

const asMember = <T>(actorToken: string | null, work: () => Promise<T>) =>
  runInContext(newContext({ actorToken }), work);
const payAs = (actorToken: string | null, payerId: number | null) =>
  asMember(actorToken, () => gateway.call(pay, { payerId }));
const rejection = { code: commonErrors.ACTOR_NOT_VOUCHED.code };
const tokenOf = (actor: Actor, key = seed) => new ActorSigner(key).tokenFor(actor);
const maya: Actor = { memberId: 1001, role: 'member' };

it('lets a member act for themselves, and a visitor for nobody', async () => {
  await expect(payAs(tokenOf(maya), 1001)).resolves.toEqual({ paidBy: 1001 });
  await expect(payAs(null, null)).resolves.toEqual({ paidBy: null });
});

it('carries the signature on to the services behind the first one', async () => {
  const forwardAs = (token: string | null) => asMember(token, () => gateway.call(forward, { payerId: 1001 }));
  await expect(forwardAs(tokenOf(maya))).resolves.toEqual({ paidBy: 1001 });
  await expect(forwardAs(null)).rejects.toMatchObject(rejection);
});

describe('rejects a call', () => {
  const [id, role, at, signature] = tokenOf(maya).split('.') as [string, string, string, string];
  it.each<[string, string | null, number]>([
    ['for which nobody vouches', null, 1001],
    ['with the signature of another key', tokenOf(maya, strangerSeed), 1001],
    ['with another member’s signature', tokenOf({ memberId: 1002, role: 'member' }), 1001],
    ['with another member’s name over a good signature', `1002.${role}.${at}.${signature}`, 1002],
    ['with another time over a good signature', `${id}.${role}.${Number(at) + 1}.${signature}`, 1001],
    ['with a higher role over a good signature', `${id}.admin.${at}.${signature}`, 1001],
    ['with a signature of zeros', `${id}.${role}.${at}.${'A'.repeat(86)}`, 1001],
    ['with nonsense', 'nonsense', 1001],
  ])('%s', async (_, token, payerId) => {
    await expect(payAs(token, payerId)).rejects.toMatchObject(rejection);
  });

  it('whose signature is old, however often it was good', async () => {
    const token = tokenOf(maya);
    await payAs(token, 1001);
    const later = Date.now() + 16 * 60_000;
    vi.spyOn(Date, 'now').mockReturnValue(later);
    await expect(payAs(token, 1001)).rejects.toMatchObject(rejection);
  });

  it('of moderators by a member, though the gateway were to let it through', async () => {
    const moderateAs = (token: string | null) => asMember(token, () => gateway.call(moderate, {}));
    await expect(moderateAs(tokenOf(maya))).rejects.toMatchObject(rejection);
    await expect(moderateAs(null)).rejects.toMatchObject(rejection);
    await expect(moderateAs(tokenOf({ memberId: 1003, role: 'moderator' }))).resolves.toEqual({});
    await expect(moderateAs(tokenOf({ memberId: 1003, role: 'admin' }))).resolves.toEqual({});
  });

  it('and counts it', async () => {
    const text = await metrics.registry.metrics();
    expect(
      Number(/^likewell_rpc_actor_rejected_total\{[^}]*moderate[^}]*\} (\d+)$/m.exec(text)?.[1]),
    ).toBeGreaterThan(1);
  });
});

it('lets clocks be minutes apart', () => {
  const token = tokenOf(maya);
  for (const apart of [-10, 10]) {
    const now = Date.now() + apart * 60_000;
    const other = new ActorVerifier([publicKey]);
    vi.spyOn(Date, 'now').mockReturnValue(now);
    expect(other.read(token)).toEqual(maya);
    vi.restoreAllMocks();
  }
});

it('knows both keys while one replaces the other', () => {
  const next = makeNkeyPair();
  const both = new ActorVerifier([publicKey, next.publicKey]);
  expect(both.read(tokenOf(maya))).toEqual(maya);
  expect(both.read(tokenOf(maya, next.seed))).toEqual(maya);
});

it('is asked of every call of the gateway that names a member', () => {
  const NAMES = ['memberId', 'payerId', 'authorId', 'viewerId', 'followerId', 'moderatorId'];
  const ofGateway = CALLS.filter(({ callers }) => callers.includes('gateway'));
  const named = ofGateway.flatMap(({ subject, input, actor }) => {
    const keys = input instanceof z.ZodObject ? Object.keys(input.shape) : [];
    return keys.filter((key) => NAMES.includes(key)).map((key) => ({ subject, key, actor }));
  });
  expect(named.length).toBeGreaterThan(20);
  expect(named.filter(({ key, actor }) => key !== actor)).toEqual([]);
});
