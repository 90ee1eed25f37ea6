// @ts-check
import { createTip } from '@likewell/contracts/tipping-ledger/rpc';
import { ActorSigner } from '@likewell/service-kit/rpc/actor-token';
import { connectNats } from '@likewell/service-kit/rpc/connect-nats';
import { RequestMux } from '@likewell/service-kit/rpc/request-mux';
import { toHeaders } from '@likewell/service-kit/rpc/rpc-headers';
import { createLogger } from '@likewell/service-kit/telemetry/logger';
import { newContext } from '@likewell/service-kit/telemetry/request-context';
import { steadyNow } from '@likewell/service-kit/telemetry/steady-clock';
import { quantiles } from '../../../libs/stack/bench/figures.mjs';
import { newAmount, newKey, signedInMembers } from './world.mjs';

/**
 * @typedef {import('./world.mjs').Load} Load
 * @typedef {import('./drivers.mjs').Driven} Driven
 */

/**
 * The service's call over NATS, with so many under way at once, as the gateway makes it.
 * @param {string} url
 * @param {Load} load
 * @param {{ seconds: number, inFlight: number, identity: { seed: string, actorSeed: string } }} options
 * @returns {Promise<Driven>}
 */
export async function driveNats(url, load, { seconds, inFlight, identity }) {
  const nats = await connectNats(url, 'gateway', createLogger('bench', 'error'), { seed: identity.seed });
  const mux = new RequestMux(nats);
  const signer = new ActorSigner(identity.actorSeed);
  const payers = signedInMembers().map(({ id }) => id);
  const until = performance.now() + seconds * 1000;
  const counted = { settled: 0, rejected: 0 };
  const took = /** @type {number[]} */ ([]);
  const work = async () => {
    while (performance.now() < until) {
      const payerId = payers[Math.floor(Math.random() * payers.length)] ?? 0;
      const input = `{"idempotencyKey":"${newKey()}","payerId":${payerId},"postId":${load.post()},"amountNano":"${newAmount()}"}`;
      const context = newContext({ actorToken: signer.tokenFor({ memberId: payerId, role: 'member' }) });
      const deadline = steadyNow() + 10_000;
      const headers = toHeaders(context, deadline);
      const startedAt = performance.now();
      const reply = await mux.request(createTip.subject, input, headers, deadline);
      took.push(performance.now() - startedAt);
      counted[reply.string().startsWith('{"data"') ? 'settled' : 'rejected'] += 1;
    }
  };
  await Promise.all(Array.from({ length: inFlight }, work));
  await nats.connection.close();
  return { ...counted, ...quantiles(took) };
}
