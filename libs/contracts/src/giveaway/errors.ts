import { defineErrors } from '../core/define-errors.js';

export const giveawayErrors = defineErrors({
  'not-found': { GIVEAWAY_NOT_FOUND: 'There is no giveaway at this address.' },
  conflict: {
    NOT_DRAWN_YET: 'This giveaway has not been drawn yet. Please come back after the draw.',
    NO_SNAPSHOT_YET:
      'Entries still come in. The proof begins with their snapshot at the end of the giveaway.',
  },
});
