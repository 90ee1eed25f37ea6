import { z } from 'zod';
import { VersionedMessage } from '@solana/web3.js';
import type { Method } from './method.js';
import { GENESIS_HASH, LIQUIDITY } from '../keys.js';
import { address, hash, listOf, maybe, moment, read, slot as slotParam } from './params.js';
import { invalidParams, RpcError } from './rpc-error.js';
import type { View } from './view.js';

const LAMPORTS_PER_SIGNATURE = 5000;
const SLOTS_PER_EPOCH = 432_000;

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

const getFeeForMessage: Method = (view, params) => {
  const [text, config] = read(z.tuple([z.string().max(2000), maybe(moment)]), params);
  const slot = view.slotFor(config);
  const message = readMessage(text);
  const isKnown = view.chain.blockhashes.slotOf(message.recentBlockhash, view.chain.clock.now());
  const fee = LAMPORTS_PER_SIGNATURE * message.header.numRequiredSignatures;
  return view.withContext(slot, isKnown === undefined ? null : fee);
};

function readMessage(text: string): VersionedMessage {
  try {
    return VersionedMessage.deserialize(Buffer.from(text, 'base64'));
  } catch (error) {
    throw invalidParams(
      `failed to deserialize solana_message::VersionedMessage: ${(error as Error).message}`,
    );
  }
}

const getEpochInfo: Method = (view, params) => {
  const slot = view.slotFor(read(z.tuple([maybe(moment)]), params)[0]);
  return {
    absoluteSlot: slot,
    blockHeight: slot,
    epoch: Math.floor(slot / SLOTS_PER_EPOCH),
    slotIndex: slot % SLOTS_PER_EPOCH,
    slotsInEpoch: SLOTS_PER_EPOCH,
    transactionCount: view.chain.history.all.length,
  };
};

const getBlockTime: Method = (view, params) => {
  const [slot] = read(z.tuple([slotParam]), params);
  if (slot > view.slot('confirmed')) throw new RpcError(-32004, `Block not available for slot ${slot}`);
  return view.chain.clock.timeOf(slot);
};

const getRecentPrioritizationFees: Method = (view, params) => {
  read(z.tuple([maybe(listOf(address, 128))]), params);
  return [{ slot: view.slot('processed'), prioritizationFee: 0 }];
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
  getFeeForMessage,
  getEpochInfo,
  getBlockTime,
  getRecentPrioritizationFees,
  getGenesisHash,
  getTransactionCount,
  getVersion,
  getHealth,
  getFirstAvailableBlock: (() => 0) satisfies Method,
  minimumLedgerSlot: (() => 0) satisfies Method,
  getIdentity: (() => ({ identity: LIQUIDITY.publicKey.toBase58() })) satisfies Method,
};
