import { Check, TriangleAlert, X } from 'lucide-react';
import type { DrawProof } from '../giveaway.api';
import { formatEastern } from '../times';
import type { Step, Value } from './steps';

/** The steps of a draw with all of their values and the differences. */
export function StepList({ steps, proof }: { steps: readonly Step[]; proof: DrawProof }) {
  return (
    <ol aria-label="Steps of the draw" className="stack gap-4">
      {steps.map((step, index) => (
        <li key={step.title} className="grid grid-cols-[auto_1fr] gap-x-3 gap-y-2">
          <Mark step={step} />
          <h3 className="text-15 font-title">
            {index + 1}. {step.title}
            <span className="sr-only">{markOf(step).spoken}</span>
          </h3>
          <dl className="col-start-2 grid min-w-0 gap-2">
            {step.values.map((value) => (
              <ValueLine key={`${value.name} ${value.calculated}`} value={value} />
            ))}
          </dl>
          {step.title === 'The noon that decides' && <Postponements proof={proof} />}
          {step.title === 'The Bitcoin block' && (
            <Sources names={proof.block?.sources ?? []} isMadeUp={step.isMadeUp ?? false} />
          )}
        </li>
      ))}
    </ol>
  );
}

function markOf({ holds, isMadeUp }: Step) {
  if (!holds) return { Icon: X, look: 'text-negative', spoken: ', not as published' };
  if (isMadeUp) return { Icon: TriangleAlert, look: 'text-muted', spoken: ', made up' };
  return { Icon: Check, look: 'text-positive', spoken: ', as published' };
}

function Mark({ step }: { step: Step }) {
  const { Icon, look } = markOf(step);
  return <Icon aria-hidden="true" strokeWidth={2.5} className={`mt-0.5 size-4.5 ${look}`} />;
}

function ValueLine({ value: { name, calculated, published } }: { value: Value }) {
  const isWrong = published !== undefined && published !== calculated;
  return (
    <div className="min-w-0">
      <dt className="text-13 text-muted">{name}</dt>
      <dd className="amount text-13 whitespace-pre-line wrap-anywhere">{calculated}</dd>
      {isWrong && (
        <dd className="amount text-13 whitespace-pre-line text-negative wrap-anywhere">
          Published: {published}
        </dd>
      )}
    </div>
  );
}

const REASONS = {
  unavailable: 'a source named no block in time.',
  disagreement: 'the sources named different blocks.',
  'late-snapshot': 'the list was closed so late that the block of this noon may have been known already.',
} as const;

/**
 * The reason for each noon without a draw, and the responses of the sources, so that anybody can
 * compare them with an explorer.
 */
function Postponements({ proof }: { proof: DrawProof }) {
  return proof.postponements.map(({ draw_at, reason, said }) => (
    <div key={draw_at} className="col-start-2 grid min-w-0 gap-1 text-13 text-muted">
      <p>
        Postponed at <time dateTime={draw_at}>{formatEastern(draw_at)}</time>: {REASONS[reason]}
      </p>
      <ul aria-label="What the sources said" className="stack gap-1 empty:hidden">
        {said.map(({ source, answer }) => (
          <li key={`${source} ${answer}`} className="wrap-anywhere">
            {source}: {answer}
          </li>
        ))}
      </ul>
    </div>
  ));
}

/**
 * A hash does not say where it comes from. So this shows which services returned it, and that
 * any other one can be asked.
 */
function Sources({ names, isMadeUp }: { names: readonly string[]; isMadeUp: boolean }) {
  return (
    <p className="col-start-2 text-13 text-muted wrap-anywhere">
      Named by {names.join(' and ')}.{' '}
      {isMadeUp
        ? 'These blocks are made up for development, and no explorer knows them.'
        : 'Look the block up in any explorer or in a node of your own.'}
    </p>
  );
}
