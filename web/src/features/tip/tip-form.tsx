import type { Post } from '@likewell/contracts/gateway/posts';
import { type SubmitEvent, useRef, useState } from 'react';
import { errorText } from '../../shared/api/api-error';
import { formatExact, readNano } from '../../shared/format/amounts';
import { useUser } from '../../shared/session/session-store';
import { SubmitButton } from '../../shared/ui/button';
import { FormError } from '../../shared/ui/form-error';
import { AmountStepper } from './amount-stepper';
import { DEFAULT_TIP, readTip, stepTip } from './tip-amount';
import { useSendTip } from './tip.api';

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
  const change = (text: string) => {
    setAmount(text);
    setIsInvalid(false);
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (isSending.current) return;
    const nano = readTip(amount, balanceNano);
    setIsInvalid(nano === null);
    if (nano === null) return;
    isSending.current = true;
    tip.mutate(nano, { onSuccess: onSent, onError: () => (isSending.current = false) });
  };
  const refused = tip.error && errorText(tip.error, 'Error');
  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      <p className="text-15 text-muted wrap-anywhere">
        To <span className="font-medium text-fg">{post.author.username}</span> for “{post.title}”
      </p>
      <AmountStepper
        value={amount}
        max={formatExact(balanceNano)}
        invalid={isInvalid}
        onChange={change}
        onStep={(direction) => change(stepTip(amount, direction, balanceNano))}
      />
      <p className="flex items-baseline justify-between gap-3 text-15">
        <span className="text-muted">Balance</span>
        <span className="amount">{formatExact(balanceNano)} LIKE</span>
      </p>
      <FormError>{isInvalid ? 'Invalid amount' : (refused ?? undefined)}</FormError>
      <SubmitButton working={working} workingLabel="Sending...">
        Send
      </SubmitButton>
      <p className="text-13 text-muted">
        70% goes to the author, 20% to token holders and 10% to the platform.
      </p>
    </form>
  );
}
