const [MINUTE, DAY] = [60_000, 86_400_000];

/** Purposes of links: the page that opens each, and how long the link is valid. */
export const LINKS = {
  'verify-email': { page: 'verify-email', ttlMs: DAY },
  'confirm-new-email': { page: 'confirm-email', ttlMs: DAY },
  'confirm-old-email': { page: 'confirm-email', ttlMs: DAY },
  'undo-email-change': { page: 'undo-email', ttlMs: 7 * DAY },
  'reset-password': { page: 'reset-password', ttlMs: 30 * MINUTE },
} as const;
export type LinkPurpose = keyof typeof LINKS;

/** How long a link to a new password is valid that is sent though no further mail to its address is due. */
export const LAST_RESET_TTL_MS = DAY;

/** Purposes of the links that prove an address to any member who has it, not only to whom they were sent. */
export const PROVES_ADDRESS = ['verify-email', 'confirm-new-email'] as const satisfies LinkPurpose[];

/** A link that is mailed to a member. */
export interface MailLink {
  readonly purpose: LinkPurpose;
  readonly memberId: number;
  /** Address that it is sent to, in lower case. */
  readonly email: string;
}
