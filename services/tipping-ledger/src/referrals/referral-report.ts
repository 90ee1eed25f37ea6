import { formatLike } from '@likewell/contracts/core/money';
import type { Database } from '@likewell/service-kit/database/database';
import { textTable } from '@likewell/service-kit/process/text-table';
import { BY_INDEX_ALONE } from '../journal/by-index-alone.js';
import {
  findGroupMoney,
  findNewcomerGroups,
  type GroupMoney,
  type NewcomerGroup,
} from './referrals.queries.js';

/**
 * Bounds of the report: an operator does not read more groups, and more tips do not change the assessment of
 * a group.
 */
const MAX_GROUPS = 50;
const MAX_TIPS = 20_000;
const BPS = 10_000n;
/** Length of the part of a network's hash that distinguishes networks in a table. */
const HASH_SHOWN = 12;

/** A group, its bonuses, and how much of them went back to the member who shared the link. */
export interface ReportedGroup extends NewcomerGroup, GroupMoney {
  /** The share of the bonuses tipped to the referrer, in 1/10,000; null when no bonus is paid yet. */
  readonly shareBps: number | null;
  /** False when only the newest tips were counted: then the amounts are minimums. */
  readonly isWhole: boolean;
}

/**
 * Reports new members of the last `days` days who came by one member's link from one network, and how much of
 * their bonuses they tipped to that member's posts; the largest share first. Each statement is short and
 * read-only.
 */
export async function reportReferrals(
  database: Database,
  { days, atLeast }: { days: number; atLeast: number },
): Promise<ReportedGroup[]> {
  const groups = await findNewcomerGroups(database.read, { days, atLeast, limit: MAX_GROUPS });
  const reported: ReportedGroup[] = [];
  for (const group of groups) {
    const money = await database.transaction(async (tx) => {
      await tx.query(['SET LOCAL transaction_read_only = on', ...BY_INDEX_ALONE.map(off)].join('; '));
      return findGroupMoney(tx, group, { days, maxTips: MAX_TIPS });
    });
    reported.push({ ...group, ...money, shareBps: shareOf(money), isWhole: money.tips < MAX_TIPS });
  }
  return reported.sort((one, other) => (other.shareBps ?? 0) - (one.shareBps ?? 0));
}

const off = (setting: string) => `SET LOCAL ${setting} = off`;

const shareOf = ({ bonusesNano, toReferrerNano }: GroupMoney) =>
  bonusesNano === 0n ? null : Number((toReferrerNano * BPS) / bonusesNano);

/** Formats the groups as a text table. */
export function referralTable(groups: readonly ReportedGroup[]): string {
  const head = ['network', 'referrer', 'newcomers', 'bonuses', 'tipped', 'to the referrer', 'share'];
  const lines = groups.map((group) => {
    const atLeast = group.isWhole ? '' : '≥ ';
    return [
      group.network.slice(0, HASH_SHOWN),
      String(group.referrerId),
      String(group.newcomers),
      formatLike(group.bonusesNano),
      atLeast + formatLike(group.tippedNano),
      atLeast + formatLike(group.toReferrerNano),
      group.shareBps === null ? '–' : `${atLeast}${(group.shareBps / 100).toFixed(1)} %`,
    ];
  });
  // Text is left-aligned, numbers are right-aligned.
  return textTable([head, ...lines], [1, 2, 3, 4, 5, 6]);
}

/** Formats the groups as JSON; amounts are strings of nano-LIKE. */
export function referralJson(groups: readonly ReportedGroup[]): string {
  return JSON.stringify(
    groups,
    (_, value: unknown) => (typeof value === 'bigint' ? value.toString() : value),
    2,
  );
}
