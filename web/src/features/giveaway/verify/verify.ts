import type { DrawProof } from '../giveaway.api';
import { type Pause, checkBlock, checkEntries, checkNoon, checkSeed, checkWinners, type Step } from './steps';

/**
 * Repeats a draw from its proof (ADR 0060), step by step. Each step uses the result of the one before rather
 * than the published value. `pause` is called often enough to keep the page responsive.
 */
export async function* verifyDraw(proof: DrawProof, pause: Pause): AsyncGenerator<Step> {
  const entries = await checkEntries(proof, pause);
  yield entries.step;
  yield checkNoon(proof);
  const block = await checkBlock(proof);
  yield block.step;
  const seed = await checkSeed(proof, entries.commitment, block.blockHash);
  yield seed.step;
  yield await checkWinners(proof, seed.seed, pause);
}
