import { chainTransaction } from './chain-transaction.js';

const WRONG = Array.from({ length: 100_000 }, () => 1);

/** Returns the response to `getTransaction` in which all arrays are empty but this one. */
function responseWith(name: string, wrong: unknown[]) {
  const arrayOf = (wanted: string) => (wanted === name ? wrong : []);
  return {
    slot: 1,
    transaction: {
      signatures: name === 'signatures' ? wrong : ['one'],
      message: { accountKeys: arrayOf('accountKeys'), instructions: arrayOf('instructions') },
    },
    meta: {
      err: null,
      preTokenBalances: arrayOf('preTokenBalances'),
      postTokenBalances: arrayOf('postTokenBalances'),
      innerInstructions: name === 'one inner list' ? [{ instructions: wrong }] : arrayOf('innerInstructions'),
      loadedAddresses: { writable: arrayOf('writable'), readonly: arrayOf('readonly') },
    },
  };
}

it.each([
  ...['signatures', 'accountKeys', 'instructions', 'preTokenBalances', 'postTokenBalances'],
  ...['innerInstructions', 'one inner list', 'writable', 'readonly'],
])('a response with more %s than there can be is rejected before they are looked at', (name) => {
  expect(chainTransaction.safeParse(responseWith(name, [])).success).toBe(name !== 'signatures');
  expect(chainTransaction.safeParse(responseWith(name, WRONG)).error?.issues).toHaveLength(1);
});

it('inner instructions are bounded together, however they are spread over the lists', () => {
  const lists = Array.from({ length: 1000 }, () => ({ instructions: [1, 1] }));
  const { error } = chainTransaction.safeParse(responseWith('innerInstructions', lists));
  expect(error?.issues).toHaveLength(1);
});
