import type { Tx } from '@likewell/service-kit/database/database';
import { Injectable } from '@nestjs/common';
import { NetworkHasher } from '../networks/network-hasher.js';
import { countUse, takeBackUse, type Limit } from '../networks/use-counts.js';
import type { NewMail } from './mail-templates.js';
import type { TemplateDefinition } from './template.js';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

type Counted = 'address' | 'member' | 'network';
const limits = (anHour: number, aDay: number): readonly Limit[] => [
  { points: anHour, windowMs: HOUR_MS },
  { points: aDay, windowMs: DAY_MS },
];

/** How many mails an address gets and a member or a network causes. No network counts for what only a member can cause. */
const LIMITS: Record<TemplateDefinition['causedBy'], Partial<Record<Counted, readonly Limit[]>>> = {
  anybody: { address: limits(4, 10), member: limits(6, 20), network: limits(30, 100) },
  member: { address: limits(20, 60), member: limits(20, 60) },
};

/** Holds mails to so many an address, member and network, whoever asks for them. */
@Injectable()
export class MailLimits {
  constructor(private readonly hasher: NetworkHasher) {}

  /** Counts a mail for all that it concerns. @returns false, with nothing counted, where one of them has had enough */
  async count(tx: Tx, mail: NewMail, { causedBy }: TemplateDefinition): Promise<boolean> {
    const counted: string[] = [];
    for (const { key, limit } of this.keysOf(mail, causedBy)) {
      if ((await countUse(tx, key, limit)) > 0) {
        for (const taken of counted) await takeBackUse(tx, taken);
        return false;
      }
      counted.push(key);
    }
    return true;
  }

  /**
   * What a mail counts for, always in this order, so that two that concern the same wait for each other. What anybody can
   * cause is counted by template: who asks for one kind of mail until it is enough takes nobody's reset away.
   */
  private keysOf({ template, to, memberId, network }: NewMail, causedBy: TemplateDefinition['causedBy']) {
    const names: Record<Counted, string | null> = {
      address: this.hasher.hash(`mail ${to.toLowerCase()}`),
      member: memberId === null ? null : String(memberId),
      network: network ?? null,
    };
    const group = causedBy === 'anybody' ? template : causedBy;
    return (['address', 'member', 'network'] as const).flatMap((counted) => {
      const name = names[counted];
      if (name === null) return [];
      return (LIMITS[causedBy][counted] ?? []).map((limit) => ({
        key: `mail:${group}:${counted}:${limit.windowMs}:${name}`,
        limit,
      }));
    });
  }
}
