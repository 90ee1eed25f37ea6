import { z } from 'zod';
import type { Method } from './method.js';
import { GENESIS_HASH } from '../keys.js';
import { hash, maybe, moment, read } from './params.js';
import { RpcError } from './rpc-error.js';
import type { View } from './view.js';

/** Every slot has a block here, so a slot is also a block height. */
const getSlot: Method = (view, params) => view.slotFor(read(z.tuple([maybe(moment)]), params)[0]);

const getLatestBlockhash: Method = (view, params) => {
  const slot = view.slotFor(read(z.tuple([maybe(moment)]), params)[0]);
  const { blockhashes } = view.chain;
  const lastValidBlockHeight = slot + blockhashes.validSlots;
  return view.withContext(slot, { blockhash: blockhashes.of(slot), lastValidBlockHeight });
};

const isBlockhashValid: Method = (view, params) => {
  const [wanted, config] = read(z.tuple([hash, maybe(moment)]), params);
  const slot = view.slotFor(config);
  const known = view.chain.blockhashes.slotOf(wanted, view.chain.clock.now());
  return view.withContext(slot, known !== undefined && known <= slot);
};

const getGenesisHash: Method = () => GENESIS_HASH;
const getTransactionCount: Method = (view) => view.chain.history.all.length;
const getVersion: Method = () => ({
  'solana-core': '3.0.0',
  'feature-set': 0,
  'stand-in': 'A local Solana of Likewell on litesvm. Nothing on it has any worth.',
});

const getHealth: Method = (view: View) => {
  if (!view.chain.isSound) throw new RpcError(-32005, 'Node is unhealthy', {});
  return 'ok';
};

export const clusterMethods = {
  getSlot,
  getBlockHeight: getSlot,
  getLatestBlockhash,
  isBlockhashValid,
  getGenesisHash,
  getTransactionCount,
  getVersion,
  getHealth,
};
