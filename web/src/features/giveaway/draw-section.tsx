import type { ReactNode } from 'react';
import { longMoment } from '../../shared/format/dates';
import { formatWhole } from '../../shared/format/whole-number';
import type { Giveaway } from './giveaway.api';
import { formatEastern } from './times';
import { VerifyDraw } from './verify/verify-draw';

/** The time of the draw, the data that is published about it, and after the draw the way to verify it. */
export function DrawSection({ giveaway }: { giveaway: Giveaway }) {
  const { snapshot_at, draw_at, commitment, entries_count, drawn_at, disputes_until } = giveaway;
  return (
    <section aria-labelledby="draw" className="card stack gap-4 p-4 sm:p-6">
      <h2 id="draw" className="text-17 font-title">
        The draw
      </h2>
      <dl className="grid gap-x-6 gap-y-3 text-15 sm:grid-cols-[8rem_1fr]">
        <Fact name="Snapshot">
          <Time at={snapshot_at} />
          {commitment === null ? (
            <p className="text-13 text-muted">The entries are hashed then, and the hash is published here.</p>
          ) : (
            <>
              <p className="amount text-13 text-muted">
                SHA-256 of {formatWhole(entries_count ?? 0)} {entries_count === 1 ? 'entry' : 'entries'}
              </p>
              <p className="amount text-13 wrap-anywhere">{commitment}</p>
            </>
          )}
        </Fact>
        <Fact name={drawn_at === null ? 'Draw' : 'Block'}>
          <p>
            The first Bitcoin block after <Time at={draw_at} />
          </p>
          <p className="text-13 text-muted">
            If none has a time in the 90 minutes after that, the block just before the first later one
            decides.
          </p>
          {drawn_at === null && (
            <>
              <p className="text-13 text-muted">
                If the sources of blocks are unavailable or disagree, the draw is postponed by 24 hours.
              </p>
              <p className="text-13 text-muted">
                {giveaway.status === 'postponed' && 'The draw was postponed. '}
                The result follows once the block has 6 confirmations, about an hour later.
              </p>
            </>
          )}
        </Fact>
        {drawn_at !== null && (
          <Fact name="Drawn">
            <Time at={drawn_at} />
          </Fact>
        )}
        <Fact name="Disputes">
          {disputes_until === null ? (
            'A dispute ticket may be filed within 30 days of the draw.'
          ) : (
            <>
              A dispute ticket may be filed until <Time at={disputes_until} />.
            </>
          )}
        </Fact>
      </dl>
      {drawn_at !== null && <VerifyDraw giveaway={giveaway} />}
    </section>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-13 font-medium text-muted sm:pt-0.5">{name}</dt>
      <dd className="min-w-0 max-sm:-mt-2.5">{children}</dd>
    </>
  );
}

function Time({ at }: { at: string }) {
  return (
    <time dateTime={at} title={`${longMoment.format(new Date(at))} in your time zone`} className="amount">
      {formatEastern(at)}
    </time>
  );
}
