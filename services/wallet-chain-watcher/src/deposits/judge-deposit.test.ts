import bs58 from 'bs58';
import { chainTransaction } from '../solana/chain-transaction.js';
import { agree, ContradictoryAnswer, judgeDeposit } from './judge-deposit.js';
import type { OwnAccounts } from '../own-accounts/own-accounts.js';

const TOKEN_PROGRAM = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA';
const MEMO_PROGRAM = 'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr';
const MINT = '9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin';
const [PAYER, SOURCE, OURS, OWNER, SIGNATURE] = ['A', 'B', 'C', 'D', 'E'].map((letter) => letter.repeat(44));
const token = { mint: MINT, program: TOKEN_PROGRAM };
const ours: OwnAccounts = { version: 1, receiving: new Map([[OURS ?? '', OWNER ?? '']]), apart: new Map() };

/** What a node answers of a transfer of 5 LIKE, with what it says besides that nobody may rely on. */
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
    // Ours comes from a lookup table: it is behind all that the message itself names.
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

const judge = (answer: unknown, own = ours) => judgeDeposit(chainTransaction.parse(answer), token, own);
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

  it('reads memos of the transaction and of the programs that it calls, each code once', () => {
    const answer = recorded();
    answer.transaction.message.instructions.push({
      ...memo('likewell:bbbb'),
      accounts: [],
      stackHeight: null,
    });
    const instructions = [memo('likewell:aaaa'), memo('likewell:bbbb'), memo('something else')];
    answer.meta.innerInstructions.push({ index: 0, instructions });
    expect(judge(answer).codes).toEqual(['aaaa', 'bbbb']);
  });

  it.each([
    'likewell:',
    'likewell:two words',
    `likewell:${'a'.repeat(65)}`,
    'LIKEWELL:aaaa',
    'likewell:a\0b',
    '\u{1f600}',
  ])('takes %j for no code', (text) => {
    const answer = recorded();
    answer.meta.innerInstructions.push({ index: 0, instructions: [memo(text)] });
    expect(judge(answer).codes).toEqual([]);
  });

  it('counts more than a number of JavaScript holds exactly', () => {
    const answer = recorded();
    answer.meta.postTokenBalances = [held(4, '900000000000000001', OWNER)];
    answer.meta.preTokenBalances = [];
    expect(judge(answer).amountNano).toBe(900_000_000_000_000_001_000n);
  });

  it.each([
    ['under another program', held(4, '6000000', OWNER, MINT, 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb')],
    ['of another mint', held(4, '6000000', OWNER, SOURCE)],
    ['of another owner', held(4, '6000000', PAYER)],
  ])('is nothing for a balance %s', (_, balance) => {
    const answer = recorded();
    answer.meta.preTokenBalances = [];
    answer.meta.postTokenBalances = [balance];
    expect(judge(answer).outcome).toBe('nothing');
  });

  it('is that it failed for anything but null as its error, whatever the balances say', () => {
    expect(
      judge({ ...recorded(), meta: { ...recorded().meta, err: { InstructionError: [0, 'Custom'] } } })
        .outcome,
    ).toBe('failed');
  });

  it.each([
    ['names an account that is not there', [held(40, '1', OWNER)]],
    ['names one account twice', [held(4, '1', OWNER), held(4, '900', OWNER)]],
    ['has other decimals', [{ ...held(4, '1', OWNER), uiTokenAmount: { amount: '1', decimals: 9 } }]],
  ])('is none of an answer that %s', (_, postTokenBalances) => {
    const answer = { ...recorded(), meta: { ...recorded().meta, postTokenBalances } };
    expect(() => judge(answer)).toThrow(ContradictoryAnswer);
  });

  it.each(['-1', '1e9', '0x10', '1.5', '', '9'.repeat(30)])(
    'is none of an answer with the amount %j',
    (amount) => {
      const answer = {
        ...recorded(),
        meta: { ...recorded().meta, postTokenBalances: [held(4, amount, OWNER)] },
      };
      expect(chainTransaction.safeParse(answer).success).toBe(false);
    },
  );

  it.each(['meta', 'preTokenBalances', 'postTokenBalances', 'err'])(
    'is none of an answer without %s',
    (missing) => {
      const answer: Record<string, unknown> = recorded();
      if (missing === 'meta') answer.meta = null;
      else answer.meta = { ...recorded().meta, [missing]: undefined };
      expect(chainTransaction.safeParse(answer).success).toBe(false);
    },
  );

  describe('of what moves between our own accounts', () => {
    const [COLD, COLD_OWNER] = ['F'.repeat(44), 'G'.repeat(44)];
    const own: OwnAccounts = { ...ours, apart: new Map([[COLD, COLD_OWNER]]) };
    const withCold = (before: string, after: string) => {
      const answer = recorded();
      answer.meta.loadedAddresses.writable.push(COLD);
      // Behind ours, in place of the mint among the keys.
      answer.meta.preTokenBalances.push(held(5, before, COLD_OWNER));
      answer.meta.postTokenBalances.push(held(5, after, COLD_OWNER));
      return judge(answer, own);
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

  it('agrees with another one only in every part', () => {
    const verdict = judge(recorded());
    expect(agree(verdict, judge(recorded()))).toBe(true);
    const others = [
      { slot: 1 },
      { amountNano: 1n },
      { sources: [] },
      { codes: ['aaaa'] },
      { outcome: 'failed' as const },
    ];
    for (const other of others) expect(agree(verdict, { ...verdict, ...other })).toBe(false);
  });
});
