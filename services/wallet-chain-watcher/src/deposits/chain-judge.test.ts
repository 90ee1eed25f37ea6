import { createLogger } from '@likewell/service-kit/telemetry/logger';
import { Metrics } from '@likewell/service-kit/telemetry/metrics';
import bs58 from 'bs58';
import type { LikeMint } from '../own-accounts/like-mint.js';
import type { OwnAccountsService } from '../own-accounts/own-accounts.service.js';
import type { ChainTransaction } from '../solana/chain-transaction.js';
import type { Chain } from '../solana/chain.js';
import { RpcFailure, type RpcFailureKind } from '../solana/rpc-failure.js';
import { ChainJudge } from './chain-judge.js';
import { DepositMetrics } from './deposit-metrics.js';

const [SIGNATURE, MINT, PROGRAM, OURS, OWNER, SOURCE] = ['S', 'M', 'P', 'A', 'B', 'C'] as const;
const MEMO = 'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr';

interface Change {
  readonly slot?: number;
  readonly err?: string | null;
  readonly amount?: string;
  readonly sender?: string;
  readonly code?: string;
}

/** A transfer of 5 base units to our account, as an endpoint tells of it. */
function told({ slot = 1, err = null, amount = '5', sender = 'D', code = 'aaaa' }: Change): ChainTransaction {
  const held = (accountIndex: number, owner: string, of: string) => ({
    ...{ accountIndex, owner, mint: MINT, programId: PROGRAM },
    uiTokenAmount: { amount: of, decimals: 6 },
  });
  return {
    slot,
    transaction: {
      signatures: [SIGNATURE],
      message: {
        accountKeys: [OURS, SOURCE, MEMO],
        instructions: [{ programIdIndex: 2, data: bs58.encode(Buffer.from(`likewell:${code}`)) }],
      },
    },
    meta: {
      err,
      preTokenBalances: [held(1, sender, '9')],
      postTokenBalances: [held(0, OWNER, amount), held(1, sender, '4')],
    },
  };
}

type Said = Change | null | RpcFailureKind;

/** Judges by what each endpoint says: a transaction, that it has none, or no usable response. */
async function judge(...said: Said[]) {
  const responses = said.map((each) =>
    typeof each === 'string'
      ? { failure: new RpcFailure(each, '') }
      : { value: each === null ? null : told(each) },
  );
  const own = { version: 1, receiving: new Map([[OURS, OWNER]]), apart: new Map() };
  const metrics = new DepositMetrics(new Metrics('test'));
  const judgements = await new ChainJudge(
    { allOf: () => Promise.resolve(responses.map((response) => [response])) } as unknown as Chain,
    { token: { mint: MINT, program: PROGRAM } } as LikeMint,
    { find: () => Promise.resolve(own) } as Partial<OwnAccountsService> as OwnAccountsService,
    metrics,
    createLogger('test', 'silent'),
  ).judge([SIGNATURE]);
  const { values } = await metrics.disagreements.get();
  return { verdict: judgements.bySignature.get(SIGNATURE), disagreements: values[0]?.value ?? 0 };
}

it('two endpoints that say the same give the verdict', async () => {
  const verdict = { slot: 1, outcome: 'deposit', amountNano: 5000n, sources: ['D'], codes: ['aaaa'] };
  expect(await judge({}, {})).toEqual({ verdict, disagreements: 0 });
});

it.each<[string, Change]>([
  ['slot', { slot: 2 }],
  ['outcome', { err: 'AccountInUse' }],
  ['amount', { amount: '4' }],
  ['source', { sender: 'E' }],
  ['code', { code: 'bbbb' }],
])('two that say another %s give none, and are counted', async (_, change) => {
  expect(await judge({}, change)).toEqual({ verdict: 'unsettled', disagreements: 1 });
  expect(await judge(change, {})).toEqual({ verdict: 'unsettled', disagreements: 1 });
});

it.each<[string, Said[]]>([
  ['unknown', [null, null]],
  ['unknown', [null]],
  ['unsettled', [{}, null]],
  ['unsettled', [null, {}]],
  ['unavailable', ['busy']],
  ['unavailable', ['rejected', {}]],
  ['unavailable', ['unreadable', 'timed-out']],
  ['unavailable', [null, 'unreachable']],
  ['unreadable', ['unreadable', {}]],
  ['unreadable', [null, 'unreadable']],
  ['unreadable', ['unreadable', 'unreadable']],
])('the verdict is %s where endpoints say %j, and nobody disagrees', async (verdict, said) => {
  expect(await judge(...said)).toEqual({ verdict, disagreements: 0 });
});
