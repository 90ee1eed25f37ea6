import { Check, X } from 'lucide-react';
import type { Step, Value } from './steps';

interface StepListProps {
  steps: readonly Step[];
  /** Who named the block. */
  sources: readonly string[];
}

/** The steps of a draw with all of their values, and what is different. */
export function StepList({ steps, sources }: StepListProps) {
  return (
    <ol aria-label="Steps of the draw" className="grid gap-4">
      {steps.map((step, index) => (
        <li key={step.title} className="grid grid-cols-[auto_1fr] gap-x-3 gap-y-2">
          <Mark holds={step.holds} />
          <h3 className="text-15 font-title">
            {index + 1}. {step.title}
            <span className="sr-only">{step.holds ? ', as published' : ', not as published'}</span>
          </h3>
          <dl className="col-start-2 grid min-w-0 gap-2">
            {step.values.map((value) => (
              <ValueLine key={`${value.name} ${value.calculated}`} value={value} />
            ))}
          </dl>
          {step.title === 'The Bitcoin block' && <Sources names={sources} />}
        </li>
      ))}
    </ol>
  );
}

function Mark({ holds }: { holds: boolean }) {
  const Icon = holds ? Check : X;
  const look = holds ? 'text-positive' : 'text-negative';
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

/** A hash says nothing of where it came from, so who named it is told, and that anybody else can be asked. */
function Sources({ names }: { names: readonly string[] }) {
  const isMadeUp = names.some((name) => name.startsWith('http://'));
  return (
    <p className="col-start-2 text-13 text-muted wrap-anywhere">
      Named by {names.join(' and ')}.{' '}
      {isMadeUp
        ? 'That is a stand-in on this machine: its blocks are made up, and no explorer knows them.'
        : 'Look the block up in any explorer or in a node of your own.'}
    </p>
  );
}
