import bs58 from 'bs58';
import type { ChainTransaction } from '../solana/chain-transaction.js';
import { depositMemo, readDepositCodes } from './deposit-memo.js';

const OLD_PROGRAM = 'Memo1UhkJRfHyvLMcVucJwxXeuD728EqVDDwQDxFMNo';
const PROGRAM = 'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr';
const KEYS = ['A'.repeat(44), OLD_PROGRAM, PROGRAM];

/** Returns the codes of a chain transaction with these texts as its instructions. */
function codesOf(texts: string[], { program = PROGRAM, inner = [] as string[] } = {}) {
  const instruction = (text: string) => ({
    programIdIndex: KEYS.indexOf(program),
    data: bs58.encode(Buffer.from(text)),
  });
  const response = {
    transaction: { message: { instructions: texts.map(instruction) } },
    meta: { innerInstructions: inner.length > 0 ? inner.map(instruction) : null },
  };
  return readDepositCodes(response as unknown as ChainTransaction, KEYS);
}

describe('the codes of memos', () => {
  it.each([OLD_PROGRAM, PROGRAM])('are read from the program %s', (program) => {
    expect(codesOf([depositMemo('aaaa')], { program })).toEqual(['aaaa']);
  });

  it('are not read from what another program is told', () => {
    expect(codesOf([depositMemo('aaaa')], { program: KEYS[0] ?? '' })).toEqual([]);
  });

  it('come once each and in order, also of the programs that it calls', () => {
    const inner = [depositMemo('aaaa'), depositMemo('cccc'), 'something else'];
    expect(codesOf([depositMemo('cccc'), depositMemo('bbbb')], { inner })).toEqual(['aaaa', 'bbbb', 'cccc']);
  });

  it.each([' likewell:aaaa', 'likewell:aaaa\n', '\t likewell:aaaa  '])('are those of %j', (text) => {
    expect(codesOf([text])).toEqual(['aaaa']);
  });

  it.each([
    'likewell:',
    'likewell:two words',
    'xlikewell:aaaa',
    'to likewell:aaaa',
    `likewell:${'a'.repeat(65)}`,
    'LIKEWELL:aaaa',
    'likewell:a\0b',
    '\u{1f600}',
  ])('are none in %j', (text) => {
    expect(codesOf([text])).toEqual([]);
  });

  it('are as long as a code may be, and looked for in no more than 140 characters of base58', () => {
    const longest = 'a'.repeat(64);
    expect(codesOf([depositMemo(longest)])).toEqual([longest]);
    const text = (spaces: number) => depositMemo('aaaa') + ' '.repeat(spaces);
    const lengths = Array.from({ length: 120 }, (_, spaces) => bs58.encode(Buffer.from(text(spaces))).length);
    expect(codesOf([text(lengths.lastIndexOf(140))])).toEqual(['aaaa']);
    expect(codesOf([text(lengths.indexOf(141))])).toEqual([]);
  });
});

it('the memo of a code is what a wallet is asked to send', () => {
  expect(depositMemo('aaaa')).toBe('likewell:aaaa');
});
