import { z } from 'zod';
import { readMint, readTokenAccount, TOKEN_PROGRAMS, uiAmount } from '../chain/token-accounts.js';
import type { Method } from './method.js';
import { encodeAccount } from './encode-account.js';
import { accountConfig, address, maybe, moment, read } from './params.js';
import { invalidParams } from './rpc-error.js';

const ofMintOrProgram = z.union([z.object({ mint: address }), z.object({ programId: address })]);

const getTokenAccountBalance: Method = (view, params) => {
  const [target, config] = read(z.tuple([address, maybe(moment)]), params);
  const slot = view.slotFor(config);
  const account = view.account(target, slot);
  if (!account) throw invalidParams('Invalid param: could not find account');
  const token = readTokenAccount(account);
  if (!token) throw invalidParams('Invalid param: not a Token account');
  return view.withContext(
    slot,
    uiAmount(token.amount, readMint(view.account(token.mint, slot))?.decimals ?? 0),
  );
};

const getTokenAccountsByOwner: Method = (view, params) => {
  const [owner, of, config] = read(z.tuple([address, ofMintOrProgram, maybe(accountConfig)]), params);
  if ('programId' in of && !TOKEN_PROGRAMS.includes(of.programId))
    throw invalidParams('Invalid param: unrecognized Token program id');
  const slot = view.slotFor(config);
  const programs = 'programId' in of ? [of.programId] : TOKEN_PROGRAMS;
  const found = programs
    .flatMap((program) => [...view.chain.accounts.ownedBy(program, slot)])
    .filter(([, state]) => {
      const token = readTokenAccount(state);
      return token?.owner === owner && (!('mint' in of) || token.mint === of.mint);
    })
    .map(([pubkey, state]) => ({
      pubkey,
      account: encodeAccount(state, config ?? {}, (other) => view.account(other, slot)),
    }));
  return view.withContext(slot, found);
};

export const tokenMethods = { getTokenAccountBalance, getTokenAccountsByOwner };
