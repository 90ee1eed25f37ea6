import type { DrawProof, GiveawaySummary } from '@likewell/contracts/gateway/giveaways';
import { api } from './api.ts';
import { operate } from './operators.ts';

/** The giveaways of the demo that the tests use. */
export interface DemoGiveaways {
  readonly active: GiveawaySummary;
  readonly drawn: GiveawaySummary;
  /** Winners of the drawn giveaway. */
  readonly winners: readonly string[];
  readonly losers: readonly string[];
}

/** Creates the demo giveaways if they do not exist, and returns them. */
export async function demoGiveaways(): Promise<DemoGiveaways> {
  await operate('giveaway', 'do=demo');
  const list = await api<GiveawaySummary[]>('GET', '/api/giveaways');
  const find = (wanted: string) => {
    const found = list.find(({ title }) => title === wanted);
    if (!found) throw new Error(`The demo has no giveaway "${wanted}"`);
    return found;
  };
  const drawn = find('Autumn of letters');
  const proof = await api<DrawProof>('GET', `/api/giveaways/${drawn.id}/proof?download=1`);
  const winners = proof.winners.map(({ entry }) => entry);
  const losers = proof.entries.filter((entry) => !winners.includes(entry));
  return { active: find('Ten thousand posts'), drawn, winners, losers };
}
