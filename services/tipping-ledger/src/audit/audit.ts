import { z } from 'zod';

/** The audit's checks; each is a label of the metric and a line of `make audit`. */
export const AUDIT_CHECKS = {
  'transfer-sum': 'the entries of each transfer sum to zero',
  split: 'each tip gives the holders a fifth, and the referrer or the platform a tenth',
  'accounts-sum': 'all accounts sum to zero',
  'below-zero': 'no account but chain is below zero',
  balance: 'each balance equals the replay of its entries',
  'unknown-account': 'each entry is of an account that exists',
  links: "each member's history holds all of its lines, and nothing else",
  'likes-sum': 'the total of each post equals its tips',
  pool: "the holders' pool covers what epochs have promised",
  liability: 'what epochs have promised equals shared less settled',
  index: 'each epoch raises the index by what it shared',
  owed: 'what epochs have promised covers what is still to be settled',
} as const;
export type AuditCheck = keyof typeof AUDIT_CHECKS;
const CHECKS = Object.keys(AUDIT_CHECKS) as AuditCheck[];

/** An error in the ledger: which account, post or transfer has it, and what was found. */
export interface Finding {
  readonly check: AuditCheck;
  readonly subject: string;
  readonly detail: string;
}

/** Number of findings of each check. */
export type AuditCounts = Readonly<Record<AuditCheck, number>>;

/** Parser for counts stored as JSON, possibly by a version with other checks. */
export const auditCounts = z
  .record(z.string(), z.int())
  .transform((kept) => countsOf((check) => kept[check] ?? 0));

const countsOf = (count: (check: AuditCheck) => number) =>
  Object.fromEntries(CHECKS.map((check) => [check, count(check)])) as Record<AuditCheck, number>;

/** A finished audit. */
export interface Audit {
  readonly finishedAt: Date;
  /** Duration with pauses (`durationMs`) and without them (`workMs`). */
  readonly durationMs: number;
  readonly workMs: number;
  readonly counts: AuditCounts;
  /** Start of the last completed full read; null before the first. */
  readonly fullReadBeganAt: Date | null;
}

/** The most findings of one check that are listed; further ones are only counted. */
const MAX_NAMED = 20;

/** Collects findings: all are counted, the first ones of each check are listed. It can be stored as JSON. */
export class Findings {
  readonly named: Finding[] = [];
  readonly counts = countsOf(() => 0);

  /** Restores findings that were stored as JSON. */
  static from(kept: { readonly named: readonly Finding[]; readonly counts: AuditCounts }): Findings {
    const findings = new Findings();
    findings.named.push(...kept.named);
    Object.assign(findings.counts, kept.counts);
    return findings;
  }

  /**
   * Merges the findings of several reads of one ledger. Findings of two reads about the same subject count
   * once, so that reading again does not increase the number.
   */
  static merge(readings: readonly Findings[]): Findings {
    const merged = new Findings();
    for (const reading of readings) {
      const known = new Set(merged.named.map(({ check, subject }) => `${check} ${subject}`));
      merged.named.push(...reading.named.filter(({ check, subject }) => !known.has(`${check} ${subject}`)));
    }
    for (const check of CHECKS)
      merged.counts[check] = Math.max(
        merged.named.filter((finding) => finding.check === check).length,
        ...readings.map(({ counts }) => counts[check]),
      );
    return merged;
  }

  get isEmpty(): boolean {
    return Object.values(this.counts).every((count) => count === 0);
  }

  add(check: AuditCheck, subject: string, detail: string): void {
    this.counts[check] += 1;
    if (this.counts[check] <= MAX_NAMED) this.named.push({ check, subject, detail });
  }

  addAll(others: Findings): void {
    for (const { check, subject, detail } of others.named) this.add(check, subject, detail);
    for (const check of CHECKS)
      this.counts[check] += others.counts[check] - others.named.filter((one) => one.check === check).length;
  }
}

/** Compares a balance with the replay of its entries. */
export function checkBalance(
  findings: Findings,
  account: { id: string; balance: string; replayed: bigint; mayBeBelowZero: boolean },
): void {
  const { id, balance, replayed, mayBeBelowZero } = account;
  if (BigInt(balance) !== replayed)
    findings.add('balance', `account ${id}`, `its balance is ${balance}, its entries make ${replayed}`);
  if (BigInt(balance) < 0n && !mayBeBelowZero)
    findings.add('below-zero', `account ${id}`, `it holds ${balance}`);
}
