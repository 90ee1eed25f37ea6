import type { RpcClient } from '@likewell/service-kit/rpc/rpc-client';
import { bytesInOldSpace, collectGarbage } from '@likewell/testing/old-space';
import type { FastifyReply } from 'fastify';
import { WalletController } from '../src/wallet/wallet.controller.js';

const DEPOSITS = 20_000;

const credited = { state: 'credited', balanceNano: 7n };
const rpc = { call: () => Promise.resolve(credited) } as unknown as RpcClient;
const reply = {} as FastifyReply;

it('keeps nothing of a deposit that was answered', async () => {
  const wallet = new WalletController(rpc);
  const input = { body: { tx: 'x' }, memberId: 1 } as Parameters<WalletController['deposit']>[0];
  const deposit = async (times: number) => {
    for (let index = 1; index < times; index += 1) await wallet.deposit(input, reply);
    return wallet.deposit(input, reply);
  };
  expect(await deposit(100)).toMatchObject({ state: 'credited' });
  collectGarbage({ type: 'major' });
  const before = bytesInOldSpace();
  await deposit(DEPOSITS);
  collectGarbage({ type: 'major' });
  expect(bytesInOldSpace() - before).toBeLessThan(50 * DEPOSITS);
});
