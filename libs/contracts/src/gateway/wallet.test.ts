import { statementKind } from '../tipping-ledger/statement.js';
import { walletHistory } from './wallet.js';

const parse = (kinds: unknown) => walletHistory.query?.safeParse({ kinds });

it.each(['tips', 'deposit,tips', 'ALL', 'deposit,', ['deposit', 'bonus'], 'deposit,'.repeat(11)])(
  'who asks for the kinds %j of history is told which there are',
  (kinds) => {
    const message = parse(kinds)?.error?.issues[0]?.message;
    for (const kind of ['all', ...statementKind.options]) expect(message).toContain(kind);
  },
);

it.each([
  [undefined, ['deposit']],
  ['all', null],
  ['bonus,holders', ['bonus', 'holders']],
])('the kinds %j are read', (kinds, read) => {
  expect(parse(kinds)?.data?.kinds).toEqual(read);
});
