import { runFullAudit } from '@likewell/tipping-ledger/audit/run-audit';
import { runIn } from '../simulated-process.js';
import type { Crowd } from './crowd.js';

/** Starts operators who audit the ledger by hand, as `make audit` does, or as gently as the scheduled audit. */
export function startAuditors(crowd: Crowd): void {
  const { world } = crowd;
  crowd.send(40_000, async () => {
    const place = world.anyOf('ledger');
    if (!place) return;
    const { started, process } = place;
    const restFactor = world.random.pick([0, 9]);
    void runIn(process, () => runFullAudit(started.database, { restFactor })).then(
      (audit) => {
        if (audit && audit.findings.length > 0)
          world.find('the auditor found something', JSON.stringify(audit.findings));
      },
      () => undefined,
    );
    return Promise.resolve();
  });
}
