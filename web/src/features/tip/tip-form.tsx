import type { Post } from '@likewell/contracts/gateway/posts';
import { type KeyboardEvent, type SubmitEvent, useRef, useState } from 'react';
import { errorText } from '../../shared/api/api-error';
import { formatExact, readNano } from '../../shared/format/amounts';
import { useUser } from '../../shared/session/session-store';
import { SubmitButton } from '../../shared/ui/button';
import { FormError } from '../../shared/ui/form-error';
import { AmountStepper } from './amount-stepper';
import { NothingToSend } from './nothing-to-send';
import { DEFAULT_TIP, isMoreThanHalf, readTip, stepTip } from './tip-amount';
import { useSendTip } from './tip.api';
import { TipPresets } from './tip-presets';
import { TipValue } from './tip-value';

interface TipFormProps {
  post: Post;
  onSent: (outcome: { likesUpdated: boolean }) => void;
}

export function TipForm({ post, onSent }: TipFormProps) {
  const balanceNano = readNano(useUser()?.tokensNano ?? '');
  const [amount, setAmount] = useState(DEFAULT_TIP);
  const [isInvalid, setIsInvalid] = useState(false);
  const tip = useSendTip(post.id);
  // The mutation's state comes a moment late; a double-click is quicker.
  const isSending = useRef(false);
  const working = tip.isPending || tip.isSuccess;
  const typed = readTip(amount, balanceNano);
  // The balance is less as soon as the tip is sent.
  const isLarge = !working && typed !== null && isMoreThanHalf(typed, balanceNano);
  const change = (text: string) => {
    setAmount(text);
    setIsInvalid(false);
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (isSending.current) return;
    setIsInvalid(typed === null);
    if (typed === null) return;
    isSending.current = true;
    tip.mutate(typed, { onSuccess: onSent, onError: () => (isSending.current = false) });
  };
  // Much is sent by the button alone, so that nobody sends it by a slip of the finger.
  const holdEnter = (event: KeyboardEvent) => {
    if (isLarge && event.key === 'Enter' && event.target instanceof HTMLInputElement) event.preventDefault();
  };
  const refused = tip.error && errorText(tip.error, 'Error');
  if (balanceNano === 0n && !working) return <NothingToSend />;
  return (
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- it listens to what its own field types
    <form noValidate onSubmit={submit} onKeyDown={holdEnter} className="grid gap-4">
      <p className="text-15 text-muted wrap-anywhere">
        To <bdi className="font-medium text-fg">{post.author.username}</bdi> for “<bdi>{post.title}</bdi>”
      </p>
      <TipPresets value={amount} balanceNano={balanceNano} onChoose={change} />
      <AmountStepper
        value={amount}
        max={formatExact(balanceNano)}
        invalid={isInvalid}
        onChange={change}
        onStep={(direction) => change(stepTip(amount, direction, balanceNano))}
      />
      <TipValue nano={typed} author={post.author.username} />
      <p className="flex items-baseline justify-between gap-3 text-15">
        <span className="text-muted">Balance</span>
        <span className="amount">{formatExact(balanceNano)} LIKE</span>
      </p>
      <FormError>{isInvalid ? 'Invalid amount' : (refused ?? undefined)}</FormError>
      {/* One place for both, so that nothing moves under the finger on + when much is about to go. */}
      <p role="status" className={`min-h-10 text-13 ${isLarge ? 'font-medium text-fg' : 'text-muted'}`}>
        {isLarge
          ? 'That is more than half of your balance. Press Send if you mean it.'
          : '70% goes to the author, 20% to token holders and 10% to the platform.'}
      </p>
      <SubmitButton working={working} workingLabel="Sending...">
        Send
      </SubmitButton>
    </form>
  );
}
