import { defineErrors } from '../core/define-errors.js';

export const giveawayErrors = defineErrors({
  GIVEAWAY_NOT_FOUND: { kind: 'not-found', message: 'There is no giveaway at this address.' },
  NOT_DRAWN_YET: {
    kind: 'conflict',
    message: 'This giveaway has not been drawn yet. Please come back after the draw.',
  },
  NO_SNAPSHOT_YET: {
    kind: 'conflict',
    message: 'Entries still come in. The proof begins with their snapshot at the end of the giveaway.',
  },
});
