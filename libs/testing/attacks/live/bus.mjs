// @ts-check
import { BUS_ACCESS, EVENTS } from '@likewell/contracts/bus/access';
import { BUS_KEEPER } from '@likewell/contracts/bus/permissions';
import { inboxPrefix, STREAMS } from '@likewell/contracts/core/bus-names';
import { PROCESSES } from '@likewell/contracts/core/processes';
import { createTip, creditDeposit, getBalance } from '@likewell/contracts/tipping-ledger/rpc';
import { connectNats } from '@likewell/service-kit/rpc/connect-nats';
import { ActorSigner } from '@likewell/service-kit/rpc/actor-token';
import { RpcClient } from '@likewell/service-kit/rpc/rpc-client';
import { createLogger } from '@likewell/service-kit/telemetry/logger';
import { newContext, runInContext } from '@likewell/service-kit/telemetry/request-context';
import { connect, errors, nkeyAuthenticator, nkeys } from '@nats-io/transport-node';
import { randomUUID } from 'node:crypto';
import { secretValue } from '../../../stack/state/nkeys.mjs';

/**
 * @typedef {import('./world.mjs').World} World
 * @typedef {import('@nats-io/transport-node').NatsConnection} NatsConnection
 * @typedef {import('@likewell/contracts/core/processes').ProcessName} ProcessName
 */

const silent = createLogger('attack', 'silent');

/** Connects with the stolen key of a process. @param {World} world @param {ProcessName} name */
const withStolenKey = ({ stack }, name) =>
  connectNats(stack.natsUrl, name, silent, {
    seed: secretValue(stack.secret, `nats.${name}/seed`),
    ca: stack.natsCa,
  });

/** Subjects that control streams and consumers, which only their keeper may use. */
const CONTROLS = Object.values(STREAMS).flatMap((stream) => [
  ...['PURGE', 'DELETE', 'UPDATE', 'CREATE', 'MSG.DELETE', 'MSG.GET'].map(
    (verb) => `$JS.API.STREAM.${verb}.${stream}`,
  ),
  `$JS.API.CONSUMER.CREATE.${stream}.mine`,
  `$JS.API.CONSUMER.DURABLE.CREATE.${stream}.mine`,
  `$JS.API.CONSUMER.DELETE.${stream}.mine`,
]);
const EARS = [
  '>',
  '*.>',
  'rpc.>',
  'rpc.auth.>',
  'rpc.*.*',
  'event.>',
  'total.>',
  '_INBOX.>',
  '$JS.>',
  '$SYS.>',
];

/**
 * Returns what NATS forbade during `work`.
 * @param {NatsConnection} connection
 * @param {() => void} work
 */
async function forbiddenOf(connection, work) {
  /** @type {string[]} */
  const forbidden = [];
  const watched = /** @type {any} */ (connection.status());
  const watching = (async () => {
    for await (const { type, error } of watched)
      if (type === 'error' && error instanceof errors.PermissionViolationError) forbidden.push(error.subject);
  })();
  work();
  await connection.flush();
  await connection.flush();
  watched.stop();
  await watching;
  return forbidden;
}

/** @type {import('./attack.mjs').LiveAttacks} */
export const BUS = {
  'T20: nobody on the bus, and a key of their own': async ({ stack }, tries) => {
    const host = new URL(stack.natsUrl).host;
    const stranger = nkeys.createUser();
    for (const [who, options] of /** @type {[string, object][]} */ ([
      ['nobody', {}],
      ['a name and a password', { user: 'gateway', pass: 'gateway' }],
      ['a token', { token: 'gateway' }],
      ['a key of their own', { authenticator: nkeyAuthenticator(stranger.getSeed()) }],
      ['an account’s key', { authenticator: nkeyAuthenticator(nkeys.createAccount().getSeed()) }],
      ['a name alone', { user: 'gateway' }],
    ])) {
      const tls = { ca: stack.natsCa };
      const entered = await connect({ servers: host, tls, reconnect: false, timeout: 3000, ...options }).then(
        async (connection) => (await connection.close(), true),
        () => false,
      );
      tries.expect(!entered, `the bus let in ${who}`);
    }
  },

  'T20: each process’s stolen key, on all that is others’': async (world, tries) => {
    for (const name of PROCESSES) {
      const { connection } = await withStolenKey(world, name);
      const { calls, tells, serves } = BUS_ACCESS[name];
      const foreignCalls = PROCESSES.flatMap((other) => BUS_ACCESS[other].serves).filter(
        (it) => !calls.includes(it),
      );
      const foreignNews = EVENTS.map(({ subject }) => subject).filter((it) => !tells.includes(it));
      const said = [
        ...[...foreignCalls, ...foreignNews, ...(name === BUS_KEEPER ? [] : CONTROLS)],
        ...PROCESSES.filter((other) => other !== name).map((other) => `${inboxPrefix(other)}.forged`),
        ...['$SYS.REQ.SERVER.PING', '$SYS.REQ.SERVER.CLOSE', '$JS.API.STREAM.LIST'],
      ];
      const heard = [
        ...EARS,
        ...PROCESSES.filter((other) => other !== name).flatMap((other) => [
          `${inboxPrefix(other)}.>`,
          ...BUS_ACCESS[other].serves.slice(0, 3),
        ]),
        // Outside the replicas' queue group, where every call would be received.
        ...serves.slice(0, 3),
      ];
      const mute = await forbiddenOf(connection, () => {
        for (const subject of said) connection.publish(subject, '{}');
      });
      for (const subject of said) tries.expect(mute.includes(subject), `${name}'s key may say ${subject}`);
      const deaf = await forbiddenOf(connection, () => {
        for (const subject of heard) connection.subscribe(subject, { callback: () => undefined });
      });
      for (const subject of heard) tries.expect(deaf.includes(subject), `${name}'s key may hear ${subject}`);
      await connection.close();
    }
  },

  'T20: deposits invented with the key of posts': async (world, tries) => {
    const member = await world.member();
    const before = await world.balance(member);
    const nats = await withStolenKey(world, 'posts');
    const rpc = new RpcClient(nats);
    for (const [contract, input] of /** @type {[any, object][]} */ ([
      [creditDeposit, { signature: '1'.repeat(88), memberId: member.id, amountNano: 10n ** 12n }],
      [createTip, { idempotencyKey: randomUUID(), payerId: member.id, postId: 1, amountNano: 1n }],
      [getBalance, { memberId: member.id }],
    ])) {
      const done = await rpc.call(contract, input).then(
        () => true,
        () => false,
      );
      tries.expect(!done, `posts’ key may call ${contract.subject}`);
    }
    tries.expect((await world.balance(member)) === before, 'a deposit was invented');
    await nats.connection.close();
  },

  'T20: tips of others with the key of the gateway': async (world, tries) => {
    const [victim, thief] = [await world.member(), await world.member()];
    const post = await world.publish(thief);
    const nats = await withStolenKey(world, 'gateway');
    const rpc = new RpcClient(nats);
    const forger = new ActorSigner(Buffer.from(nkeys.createUser().getSeed()).toString());
    const forged = forger.tokenFor({ memberId: victim.id, role: 'member' });
    const [, , , signature = ''] = forged.split('.');
    const tokens = [
      ...[null, '', '-', forged, forger.tokenFor({ memberId: victim.id, role: 'admin' })],
      ...[`${victim.id}.member.${Date.now()}.${'A'.repeat(86)}`, `${victim.id}.member.${Date.now()}.`],
      `${victim.id}.admin.${Date.now()}.${signature}`,
      `${victim.id}`,
      'null',
      'a b c',
      `${forged}.${forged}`,
    ];
    for (const actorToken of tokens) {
      const input = {
        idempotencyKey: randomUUID(),
        payerId: victim.id,
        postId: post,
        amountNano: 1_000_000_000n,
      };
      const done = await runInContext(newContext({ actor: victim.id, actorToken }), () =>
        rpc.call(createTip, input).then(
          () => true,
          () => false,
        ),
      );
      tries.expect(!done, `a tip was paid with the signature ${String(actorToken).slice(0, 30)}`);
    }
    tries.expect((await world.balance(victim)) === 100_000_000_000n, 'the victim has paid');
    await nats.connection.close();
  },
};
