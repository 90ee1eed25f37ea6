import { Download } from 'lucide-react';
import { Button, buttonClass } from '../../../shared/ui/button';
import { Spinner } from '../../../shared/ui/spinner';
import { Status } from '../../../shared/ui/status';
import { type Giveaway, proofFile } from '../giveaway.api';
import { StepList } from './step-list';
import { useVerification, type Verification } from './use-verification';

/** Repeats the draw in the visitor's own browser, and shows the result. */
export function VerifyDraw({ giveaway: { id } }: { giveaway: Giveaway }) {
  const [verification, run] = useVerification(id);
  const { state, steps, proof } = verification;
  const isRunning = state === 'running';
  return (
    <div className="stack gap-4 border-t border-line pt-4">
      <p className="text-15 text-muted">
        You need not believe us: your browser can take the published entries and the block, do the whole draw
        again, and compare.
      </p>
      <div className="stack gap-2 sm:flex sm:flex-wrap">
        <Button look="outline" aria-disabled={isRunning} onClick={() => isRunning || run()}>
          Verify this draw
        </Button>
        <a href={proofFile(id)} download className={buttonClass({})}>
          <Download aria-hidden="true" className="size-4" />
          Download the proof
        </a>
      </div>
      {proof && steps.length > 0 && <StepList steps={steps} proof={proof} />}
      {isRunning && <Progress verification={verification} />}
      <Status className="text-15 font-medium">
        <Verdict verification={verification} />
      </Status>
    </div>
  );
}

function Progress({ verification: { steps, share } }: { verification: Verification }) {
  const text =
    steps.length === 0 ? 'Reading the entries' : `Calculating the tickets, ${Math.floor(share * 100)}%`;
  return (
    <p className="amount flex items-center gap-2 text-15 text-muted">
      <Spinner className="size-4" />
      {text}
    </p>
  );
}

function Verdict({ verification: { state, steps } }: { verification: Verification }) {
  const wrong = steps.filter(({ holds }) => !holds).length;
  if (state === 'done' && wrong === 0 && steps.some(({ isMadeUp }) => isMadeUp))
    return 'Your browser comes to the same winners, but by blocks made up for development: this proves nothing.';
  if (state === 'done' && wrong === 0)
    return <span className="text-positive">The draw holds: your browser comes to the same winners.</span>;
  if (state === 'done')
    return (
      <span className="text-negative">
        The draw does not hold: {wrong} of {steps.length} steps come out differently. Please tell us.
      </span>
    );
  if (state === 'failed')
    return <span className="text-negative">The proof could not be read. Please try again.</span>;
  if (state === 'unable')
    return (
      <span className="text-negative">
        Browsers calculate hashes on secure addresses only. Open this page by https, or download the proof.
      </span>
    );
  return null;
}
