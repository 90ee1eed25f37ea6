import { Minus, Plus } from 'lucide-react';
import { type Ref, useId } from 'react';
import { AMOUNT_INPUT } from '../../shared/ui/amount-input';
import { Button } from '../../shared/ui/button';
import { LikeMark } from '../../shared/ui/like-mark';
import { MIN_TIP } from './tip-amount';

interface AmountStepperProps {
  value: string;
  max: string;
  invalid: boolean;
  /** The id of the sentence that says so. */
  errorId: string;
  field: Ref<HTMLInputElement>;
  onChange: (text: string) => void;
  onStep: (direction: 1 | -1) => void;
}

/** A long amount is smaller, so that a narrow screen shows all of its digits. */
const sizeOf = ({ length }: string) => (length > 12 ? 'text-17' : length > 9 ? 'text-21' : 'text-28');

/** The amount to send: typed, or changed by 1 with the buttons beside it, or below it where the screen is narrow. */
export function AmountStepper({ value, max, invalid, errorId, field, onChange, onStep }: AmountStepperProps) {
  const id = useId();
  return (
    <div
      className={
        'flex items-center gap-2 rounded-2xl border bg-canvas p-2 transition-colors has-[input:focus-visible]:outline-2 max-[22.5rem]:flex-wrap max-[22.5rem]:justify-between ' +
        `-outline-offset-1 ${invalid ? 'border-negative outline-negative' : 'border-control outline-accent'}`
      }
    >
      <Button size="icon" aria-label="Send 1 less" onClick={() => onStep(-1)}>
        <Minus className="size-5" />
      </Button>
      <label
        htmlFor={id}
        className="flex min-w-0 flex-1 items-center justify-center gap-2 text-accent max-[22.5rem]:order-first max-[22.5rem]:basis-full"
      >
        <LikeMark className="size-6 shrink-0" />
        <span className="sr-only">Amount of LIKE</span>
        <input
          ref={field}
          id={id}
          {...AMOUNT_INPUT}
          step={MIN_TIP}
          min={MIN_TIP}
          max={max}
          value={value}
          required
          data-first-focus
          aria-invalid={invalid || undefined}
          aria-describedby={invalid ? errorId : undefined}
          onChange={(event) => onChange(event.target.value)}
          className={`amount field-sizing-content h-12.5 min-w-12 max-w-full bg-transparent font-title text-fg outline-none ${sizeOf(value)}`}
        />
      </label>
      <Button size="icon" aria-label="Send 1 more" onClick={() => onStep(1)}>
        <Plus className="size-5" />
      </Button>
    </div>
  );
}
