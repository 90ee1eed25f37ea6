// @ts-check
import { createTip } from '@likewell/contracts/tipping-ledger/rpc';
import { connectNats } from '@likewell/service-kit/rpc/connect-nats';
import { ActorSigner } from '@likewell/service-kit/rpc/actor-token';
import { RpcClient } from '@likewell/service-kit/rpc/rpc-client';
import { createLogger } from '@likewell/service-kit/telemetry/logger';
import { newContext, runInContext } from '@likewell/service-kit/telemetry/request-context';
import { nkeys } from '@nats-io/transport-node';
import { randomUUID } from 'node:crypto';
import { secretValue } from '../../../stack/state/nkeys.mjs';

/** @type {import('./attack.mjs').LiveAttacks} */
export const BUS = {
  'T20: tips of others with the key of the gateway': async (world, tries) => {
    const [victim, thief] = [await world.member(), await world.member()];
    const post = await world.publish(thief);
    const { stack } = world;
    const nats = await connectNats(stack.natsUrl, 'gateway', createLogger('attack', 'silent'), {
      seed: secretValue(stack.secret, 'nats.gateway/seed'),
      ca: stack.natsCa,
    });
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
