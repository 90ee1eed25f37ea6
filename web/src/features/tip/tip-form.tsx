import type { Post } from '@likewell/contracts/gateway/posts';
import { type KeyboardEvent, type SubmitEvent, useState } from 'react';
import { floorToDecimals, formatExact, readNano } from '../../shared/format/amounts';
import { useUser } from '../../shared/session/session-store';
import { SubmitButton } from '../../shared/ui/button';
import { FormError } from '../../shared/ui/form-error';
import { AmountStepper } from './amount-stepper';
import { NothingToSend } from './nothing-to-send';
import { StillAsking } from './still-asking';
import { DEFAULT_TIP, isMoreThanHalf, readTip, stepTip } from './tip-amount';
import { TipPresets } from './tip-presets';
import { TipValue } from './tip-value';
import { useTipSending } from './use-tip-sending';

interface TipFormProps {
  post: Post;
  /** What was typed before, if anything. */
  initialAmount?: string | undefined;
  onSent: (outcome: { likesUpdated: boolean }) => void;
}

export function TipForm({ post, initialAmount = DEFAULT_TIP, onSent }: TipFormProps) {
  const user = useUser();
  const balanceNano = readNano(user?.tokensNano ?? '');
  const [amount, setAmount] = useState(initialAmount);
  const tip = useTipSending(post, onSent);
  const typed = readTip(amount, balanceNano);
  // The balance is less as soon as the tip is sent.
  const isLarge = !tip.isWorking && typed !== null && isMoreThanHalf(typed, balanceNano);
  const change = (text: string) => {
    setAmount(text);
    tip.forgetInvalid();
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    tip.send(amount);
  };
  // Much is sent by the button alone, so that nobody sends it by a slip of the finger.
  const ignoreEnter = (event: KeyboardEvent) => {
    if (isLarge && event.key === 'Enter' && event.target instanceof HTMLInputElement) event.preventDefault();
  };
  // A session that has ended has no balance, and is told so by the button.
  if (user !== null && floorToDecimals(balanceNano) === 0n && !tip.isWorking) return <NothingToSend />;
  return (
    // eslint-disable-next-line jsx-a11y-x/no-noninteractive-element-interactions -- it listens to what its own field types
    <form noValidate onSubmit={submit} onKeyDown={ignoreEnter} className="grid gap-4">
      <p className="text-15 text-muted wrap-anywhere">
        To <bdi className="font-medium text-fg">{post.author.username}</bdi> for “<bdi>{post.title}</bdi>”
      </p>
      <TipPresets value={amount} balanceNano={balanceNano} onChoose={change} />
      <AmountStepper
        value={amount}
        max={formatExact(balanceNano)}
        invalid={tip.isInvalid}
        onChange={change}
        onStep={(direction) => change(stepTip(amount, direction, balanceNano))}
      />
      <TipValue nano={typed} author={post.author.username} />
      <p className="flex items-baseline justify-between gap-3 text-15">
        <span className="text-muted">Balance</span>
        <span className="amount">{formatExact(balanceNano)} LIKE</span>
      </p>
      <FormError>{tip.isInvalid ? 'Invalid amount' : tip.rejection}</FormError>
      {tip.isAsking && <StillAsking />}
      {/* One place for both, so that nothing moves under the finger on + when much is about to go. */}
      <p role="status" className={`min-h-10 text-13 ${isLarge ? 'font-medium text-fg' : 'text-muted'}`}>
        {isLarge
          ? 'That is more than half of your balance. Press Send if you mean it.'
          : '70% goes to the author, 20% to token holders and 10% to the platform.'}
      </p>
      <SubmitButton working={tip.isWorking} workingLabel={tip.isAsking ? 'Asking...' : 'Sending...'}>
        Send
      </SubmitButton>
    </form>
  );
}
