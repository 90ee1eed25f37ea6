import { readTypedAmount } from '../../shared/format/typed-amount';
import { LikeMark } from '../../shared/ui/like-mark';
import { PRESETS, readTip } from './tip-amount';

interface TipPresetsProps {
  value: string;
  balanceNano: bigint;
  onChoose: (amount: string) => void;
}

const PRESET =
  'amount flex min-h-tap items-center justify-center gap-1.5 rounded-full border border-line text-15 font-medium transition-colors ' +
  'hover:border-accent disabled:opacity-45 aria-pressed:border-accent aria-pressed:bg-accent-soft aria-pressed:text-accent';

/** Common amounts; those above the balance are disabled. */
export function TipPresets({ value, balanceNano, onChoose }: TipPresetsProps) {
  return (
    <div role="group" aria-label="Amounts" className="grid grid-cols-2 gap-2 min-[18rem]:grid-cols-4">
      {PRESETS.map((amount) => (
        <button
          key={amount}
          type="button"
          aria-label={`${amount} LIKE`}
          aria-pressed={readTypedAmount(amount) === readTypedAmount(value)}
          disabled={readTip(amount, balanceNano) === null}
          onClick={() => onChoose(amount)}
          className={PRESET}
        >
          <LikeMark />
          {amount}
        </button>
      ))}
    </div>
  );
}
