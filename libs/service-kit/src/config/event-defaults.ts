import type { EventKind } from '@likewell/contracts/core/define-event';

/** Default maximum size of each stream; facts have room for some millions. */
export const STREAM_MAX_BYTES: Readonly<Record<EventKind, number>> = {
  event: 3 * 1024 ** 3,
  total: 256 * 1024 ** 2,
};

export const HOUR_MS = 3_600_000;
/** Time for which outboxes keep their rows by default. */
export const RETENTION_MS = 30 * 24 * HOUR_MS;
