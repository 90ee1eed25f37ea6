/** What the auditor looks at; each is a label of the metric and a line of `make audit`. */
export const AUDIT_CHECKS = {
  'transfer-sum': 'the entries of each transfer sum to zero',
  'accounts-sum': 'all accounts sum to zero',
  'below-zero': 'no account but chain is below zero',
  balance: 'each balance equals the replay of its entries',
  'unknown-account': 'each entry is of an account that exists',
  links: "each member's history holds all of its lines, and nothing else",
  'likes-sum': 'the total of each post equals its tips',
  pool: "the holders' pool covers what epochs have promised",
  liability: 'what epochs have promised equals shared less settled',
  owed: 'what epochs have promised covers what is still to be settled',
} as const;
export type AuditCheck = keyof typeof AUDIT_CHECKS;

/** Something that is wrong: with which account, post or transfer, and what was found there. */
export interface Finding {
  readonly check: AuditCheck;
  readonly subject: string;
  readonly detail: string;
}

/** A finished audit. */
export interface Audit {
  readonly finishedAt: Date;
  readonly durationMs: number;
  readonly counts: Readonly<Record<AuditCheck, number>>;
}

/** Findings of one check that are named; of more only the number is kept. */
const MAX_NAMED = 20;

/** Gathers findings: all are counted, the first of each check are named. */
export class Findings {
  readonly named: Finding[] = [];
  readonly counts = Object.fromEntries(Object.keys(AUDIT_CHECKS).map((check) => [check, 0])) as Record<
    AuditCheck,
    number
  >;

  add(check: AuditCheck, subject: string, detail: string): void {
    this.counts[check] += 1;
    if (this.counts[check] <= MAX_NAMED) this.named.push({ check, subject, detail });
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
