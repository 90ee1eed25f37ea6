const [MINUTE, DAY] = [60_000, 86_400_000];

/** What opening a link does, the page that asks for it, and how long it may. */
export const LINKS = {
  'verify-email': { page: 'verify-email', ttlMs: DAY },
  'confirm-new-email': { page: 'confirm-email', ttlMs: DAY },
  'confirm-old-email': { page: 'confirm-email', ttlMs: DAY },
  'undo-email-change': { page: 'undo-email', ttlMs: 7 * DAY },
  'reset-password': { page: 'reset-password', ttlMs: 30 * MINUTE },
} as const;
export type LinkPurpose = keyof typeof LINKS;

/** A link that a member is sent. */
export interface MailLink {
  readonly purpose: LinkPurpose;
  readonly memberId: number;
  /** Where it is sent, in lower case. */
  readonly email: string;
}
