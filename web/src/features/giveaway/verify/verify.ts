import type { DrawProof } from '../giveaway.api';
import {
  type Breathe,
  checkBlock,
  checkEntries,
  checkNoon,
  checkSeed,
  checkWinners,
  type Step,
} from './steps';

/**
 * Runs a draw again from its proof (ADR 0060), step by step, each from what the one before came
 * to rather than from what is published. `breathe` is called often enough for the page to stay alive.
 */
export async function* verifyDraw(proof: DrawProof, breathe: Breathe): AsyncGenerator<Step> {
  const entries = await checkEntries(proof, breathe);
  yield entries.step;
  yield checkNoon(proof);
  const block = await checkBlock(proof);
  yield block.step;
  const seed = await checkSeed(proof, entries.commitment, block.blockHash);
  yield seed.step;
  yield await checkWinners(proof, seed.seed, breathe);
}
