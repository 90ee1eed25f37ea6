import { MAX_NANO } from '@likewell/contracts/core/money';
import bs58 from 'bs58';
import { chainTransaction } from '../solana/chain-transaction.js';
import { ContradictoryResponse, judgeDeposit } from './judge-deposit.js';
import type { OwnAccounts } from '../own-accounts/own-accounts.js';

const TOKEN_PROGRAM = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA';
const MEMO_PROGRAM = 'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr';
const MINT = '9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin';
const [PAYER, SOURCE, OURS, OWNER, SIGNATURE] = ['A', 'B', 'C', 'D', 'E'].map((letter) => letter.repeat(44));
const token = { mint: MINT, program: TOKEN_PROGRAM };
const NO_DEPOSIT = { slot: 348_000_111, amountNano: 0n, sources: [], codes: [] };
const ours: OwnAccounts = { version: 1, receiving: new Map([[OURS ?? '', OWNER ?? '']]), apart: new Map() };

/** A node's response to `getTransaction` for a transfer of 5 LIKE, with additional fields that nobody may rely on. */
const recorded = () => ({
  slot: 348_000_111,
  blockTime: 1_763_700_000,
  version: 0,
  transaction: {
    signatures: [SIGNATURE ?? ''],
    message: {
      accountKeys: [PAYER ?? '', SOURCE ?? '', TOKEN_PROGRAM, MEMO_PROGRAM],
      instructions: [{ programIdIndex: 2, accounts: [1, 4, 0], data: '3DTZbgwsozUF', stackHeight: null }],
    },
  },
  meta: {
    err: null as unknown,
    fee: 5000,
    innerInstructions: [] as { index: number; instructions: { programIdIndex: number; data: string }[] }[],
    // Our account comes from a lookup table, so its index is after those of the message itself.
    loadedAddresses: { writable: [OURS ?? ''], readonly: [MINT] },
    logMessages: ['Program log: Instruction: Transfer'],
    preTokenBalances: [held(1, '9000000', PAYER), held(4, '1000000', OWNER)],
    postTokenBalances: [held(1, '4000000', PAYER), held(4, '6000000', OWNER)],
  },
});

function held(accountIndex: number, amount: string, owner = '', mint = MINT, programId = TOKEN_PROGRAM) {
  const uiTokenAmount = { amount, decimals: 6, uiAmount: 12345.6, uiAmountString: '12345.6' };
  return { accountIndex, mint, owner, programId, uiTokenAmount };
}

const judge = (response: unknown, own = ours) => judgeDeposit(chainTransaction.parse(response), token, own);
const memo = (text: string) => ({ programIdIndex: 3, data: bs58.encode(Buffer.from(text)) });

describe('a verdict', () => {
  it('is the gain of our account by the texts of its base units, and who lost', () => {
    expect(judge(recorded())).toEqual({
      slot: 348_000_111,
      outcome: 'deposit',
      amountNano: 5_000_000_000n,
      sources: [PAYER],
      codes: [],
    });
  });

  it('may be of the whole supply', () => {
    const response = recorded();
    response.meta.postTokenBalances = [held(4, '1000000001000000', OWNER)];
    expect(judge(response).amountNano).toBe(MAX_NANO);
  });

  it('reads memos of the transaction and of the programs that it calls, each code once', () => {
    const response = recorded();
    response.transaction.message.instructions.push({
      ...memo('likewell:bbbb'),
      accounts: [],
      stackHeight: null,
    });
    const instructions = [memo('likewell:aaaa'), memo('likewell:bbbb'), memo('something else')];
    response.meta.innerInstructions.push({ index: 0, instructions });
    expect(judge(response).codes).toEqual(['aaaa', 'bbbb']);
  });

  it('counts more than a number of JavaScript holds exactly', () => {
    const response = recorded();
    response.meta.postTokenBalances = [held(4, '900000000000001', OWNER)];
    response.meta.preTokenBalances = [];
    expect(judge(response).amountNano).toBe(900_000_000_000_001_000n);
  });

  it.each([
    ['under another program', held(4, '6000000', OWNER, MINT, 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb')],
    ['of another mint', held(4, '6000000', OWNER, SOURCE)],
    ['of another owner', held(4, '6000000', PAYER)],
  ])('is nothing for a balance %s', (_, balance) => {
    const response = recorded();
    response.meta.preTokenBalances = [];
    response.meta.postTokenBalances = [balance];
    expect(judge(response)).toEqual({ ...NO_DEPOSIT, outcome: 'nothing' });
  });

  it('is that it failed for anything but null as its error, whatever the balances say', () => {
    const response = recorded();
    response.meta.err = { InstructionError: [0, 'Custom'] };
    expect(judge(response)).toEqual({ ...NO_DEPOSIT, outcome: 'failed' });
  });

  it('names who lost, in order: not who kept or gained, but whose account is gone', () => {
    const response = recorded();
    const [KEPT, GAINED, GONE] = ['H', 'J', '2'].map((letter) => letter.repeat(44));
    response.transaction.message.accountKeys.push('K'.repeat(44), 'L'.repeat(44), 'M'.repeat(44));
    response.meta.preTokenBalances = [
      held(1, '9', PAYER),
      held(4, '5', KEPT),
      held(5, '5', GAINED),
      held(6, '5', GONE),
    ];
    response.meta.postTokenBalances = [
      held(1, '4', PAYER),
      held(4, '5', KEPT),
      held(5, '6', GAINED),
      // An index after the three.
      held(7, '9', OWNER),
    ];
    expect(judge(response).sources).toEqual([GONE, PAYER]);
  });

  it('knows no accounts of lookup tables where the response has none', () => {
    const { loadedAddresses: _, ...meta } = recorded().meta;
    expect(() => judge({ ...recorded(), meta })).toThrow(ContradictoryResponse);
  });

  it.each([
    ['names an account that is not there', [held(40, '1', OWNER)], /no account/],
    ['names no owner', [{ ...held(4, '1'), owner: undefined }], /no owner/],
    ['names one account twice', [held(4, '1', OWNER), held(4, '900', OWNER)], /twice/],
    [
      'has other decimals',
      [{ ...held(4, '1', OWNER), uiTokenAmount: { amount: '1', decimals: 9 } }],
      /6 decimals/,
    ],
    ['tells of more than there is', [held(4, '1000000001000001', OWNER)], /whole supply/],
  ])('is none of a response that %s', (_, postTokenBalances, reason) => {
    const response = { ...recorded(), meta: { ...recorded().meta, postTokenBalances } };
    expect(() => judge(response)).toThrow(ContradictoryResponse);
    expect(() => judge(response)).toThrow(reason);
  });

  it.each(['-1', '1e9', '0x10', '1.5', '', '9'.repeat(30)])(
    'is none of a response with the amount %j',
    (amount) => {
      const response = {
        ...recorded(),
        meta: { ...recorded().meta, postTokenBalances: [held(4, amount, OWNER)] },
      };
      expect(chainTransaction.safeParse(response).success).toBe(false);
    },
  );

  it.each(['meta', 'preTokenBalances', 'postTokenBalances', 'err'])(
    'is none of a response without %s',
    (missing) => {
      const response: Record<string, unknown> = recorded();
      if (missing === 'meta') response.meta = null;
      else response.meta = { ...recorded().meta, [missing]: undefined };
      expect(chainTransaction.safeParse(response).success).toBe(false);
    },
  );

  describe('of what moves between our own accounts', () => {
    const [COLD, COLD_OWNER] = ['F'.repeat(44), 'G'.repeat(44)];
    const own: OwnAccounts = { ...ours, apart: new Map([[COLD, COLD_OWNER]]) };
    const withCold = (before: string, after: string) => {
      const response = recorded();
      response.meta.loadedAddresses.writable.push(COLD);
      // An index after ours, in place of the mint among the keys.
      response.meta.preTokenBalances.push(held(5, before, COLD_OWNER));
      response.meta.postTokenBalances.push(held(5, after, COLD_OWNER));
      return judge(response, own);
    };

    it('counts what cold storage lost as no gain, and not as a source', () => {
      expect(withCold('2000000', '0')).toMatchObject({ amountNano: 3_000_000_000n, sources: [PAYER] });
    });

    it('is nothing when cold storage lost as much or more', () => {
      expect(withCold('5000000', '0').outcome).toBe('nothing');
      expect(withCold('9000000', '0').outcome).toBe('nothing');
    });

    it('counts nothing that cold storage gained', () => {
      expect(withCold('0', '2000000').amountNano).toBe(5_000_000_000n);
    });
  });
});
