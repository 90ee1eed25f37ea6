import { useDeferredValue, useEffect, useMemo, useState } from 'react';
import { MIN_PASSWORD_CHARACTERS } from '../config/limits';
import { importPart } from '../ui/import-part';
import { Status } from '../ui/status';

/** The type of the function in './estimate', which is loaded later. */
type Estimate = (password: string, names: readonly string[]) => number;

const HELP = 'A few words that do not belong together are easy to remember and hard to guess.';
const LEVELS = [
  { says: `Too easy to guess. ${HELP}`, color: 'bg-negative', parts: 1 },
  { says: `Too easy to guess. ${HELP}`, color: 'bg-negative', parts: 1 },
  { says: 'Good enough. Longer is better.', color: 'bg-muted', parts: 2 },
  { says: 'Good.', color: 'bg-positive', parts: 3 },
  { says: 'Very good.', color: 'bg-positive', parts: 4 },
] as const;

interface PasswordMeterProps {
  password: string;
  /** Names of its owner that others know: username, e-mail. */
  names: readonly string[];
}

/**
 * Shows below the field of a new password how hard it is to guess. The estimator is loaded when something is
 * typed; without it nothing is shown, and the server decides all the same.
 */
export function PasswordMeter({ password, names }: PasswordMeterProps) {
  const estimate = useEstimate(password !== '');
  // As one text, which is the same again when nothing was typed: a long password takes longer than a frame.
  const typed = useDeferredValue([password, ...names].join('\n'));
  const level = useMemo(() => {
    const [judged = '', ...known] = typed.split('\n');
    const isJudged = estimate !== undefined && judged.length >= MIN_PASSWORD_CHARACTERS;
    return isJudged ? (LEVELS[estimate(judged, known.filter(Boolean))] ?? LEVELS[0]) : null;
  }, [estimate, typed]);
  return (
    <div className={level ? '-mt-2 grid gap-1.5' : 'sr-only'}>
      {level && (
        <div aria-hidden="true" className="grid grid-cols-4 gap-1">
          {LEVELS.slice(1).map((_, part) => (
            <span key={part} className={`h-1 rounded-full ${part < level.parts ? level.color : 'bg-line'}`} />
          ))}
        </div>
      )}
      <Status className="text-13 text-muted">{level?.says}</Status>
    </div>
  );
}

function useEstimate(isWanted: boolean): Estimate | undefined {
  const [estimate, setEstimate] = useState<Estimate>();
  useEffect(() => {
    if (!isWanted) return;
    importPart(() => import('./estimate')).then(
      (part) => setEstimate(() => part.estimate),
      () => undefined,
    );
  }, [isWanted]);
  return estimate;
}
