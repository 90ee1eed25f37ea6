import { Dialog } from '@base-ui/react/dialog';
import type { Post } from '@likewell/contracts/gateway/posts';
import { type KeyboardEvent, type SubmitEvent, useId, useRef, useState } from 'react';
import { type ApiError, errorText } from '../../shared/api/api-error';
import { paths } from '../../shared/config/paths';
import { floorToDecimals, formatExact } from '../../shared/format/amounts';
import { knownBalance } from '../../shared/session/known-balance';
import { useUser } from '../../shared/session/session-store';
import { ButtonLink, SubmitButton } from '../../shared/ui/button';
import { FormError } from '../../shared/ui/form-error';
import { Status } from '../../shared/ui/status';
import { AmountStepper } from './amount-stepper';
import { DEFAULT_TIP, isMoreThanHalf, readTip, stepTip } from './tip-amount';
import { TipPresets } from './tip-presets';
import { TipValue } from './tip-value';
import { useTipForm } from './use-tip-form';

interface TipFormProps {
  post: Post;
  /** An amount that was typed before, if any. */
  initialAmount?: string | undefined;
  /** Called once the tip was sent; false when the post's new sum could not be read. */
  onSent: (likesUpdated: boolean) => void;
}

export function TipForm({ post, initialAmount = DEFAULT_TIP, onSent }: TipFormProps) {
  const user = useUser();
  // After the end of a session there is no balance; the button then asks for a login.
  const balance = user === null ? 0n : knownBalance(user);
  const balanceNano = balance ?? 0n;
  const [amount, setAmount] = useState(initialAmount);
  const tip = useTipForm(post, onSent);
  const field = useRef<HTMLInputElement>(null);
  const errorId = useId();
  const typed = readTip(amount, balanceNano);
  // The balance is reduced as soon as the tip is sent.
  const isLarge = !tip.isWorking && typed !== null && isMoreThanHalf(typed, balanceNano);
  const change = (text: string) => {
    setAmount(text);
    tip.forgetInvalid();
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    tip.send(amount);
    // The sentence is read with the field, also when it stood there before.
    if (typed === null && !tip.isWorking) field.current?.focus();
  };
  // A large amount is sent by the button only, so that nobody sends it by accident.
  const ignoreEnter = (event: KeyboardEvent) => {
    if (isLarge && event.key === 'Enter' && event.target instanceof HTMLInputElement) event.preventDefault();
  };
  if (balance === null && !tip.isWorking) return <BalanceUnknown />;
  if (user !== null && floorToDecimals(balanceNano) === 0n && !tip.isWorking) return <NothingToSend />;
  return (
    // eslint-disable-next-line jsx-a11y-x/no-noninteractive-element-interactions -- keys of its own field
    <form noValidate onSubmit={submit} onKeyDown={ignoreEnter} className="stack gap-4">
      <Dialog.Description className="text-15 text-muted wrap-anywhere">
        To <bdi className="font-medium text-fg">{post.author.username}</bdi> for “<bdi>{post.title}</bdi>”
      </Dialog.Description>
      <TipPresets value={amount} balanceNano={balanceNano} onChoose={change} />
      <AmountStepper
        value={amount}
        max={formatExact(balanceNano)}
        invalid={tip.isInvalid}
        errorId={errorId}
        field={field}
        onChange={change}
        onStep={(direction) => change(stepTip(amount, direction, balanceNano))}
      />
      {/* In place of the value, so that nothing moves. */}
      {tip.isInvalid ? (
        <div className="min-h-6 text-center">
          <FormError id={errorId}>Invalid amount</FormError>
        </div>
      ) : (
        <TipValue nano={typed} author={post.author.username} />
      )}
      <p className="flex items-baseline justify-between gap-3 text-15">
        <span className="text-muted">Balance</span>
        <span className="amount">{formatExact(balanceNano)} LIKE</span>
      </p>
      <FormError error={tip.isInvalid ? null : tip.error} />
      <StillAsking after={tip.askingAfter} />
      {/* One place for both texts, so that nothing moves under a finger on + when
          the amount becomes large. */}
      <Status className={`min-h-10 text-13 ${isLarge ? 'font-medium text-fg' : 'text-muted'}`}>
        {isLarge
          ? 'That is more than half of your balance. Press Send if you mean it.'
          : '70% goes to the author, 20% to token holders and 10% to the platform.'}
      </Status>
      <SubmitButton working={tip.isWorking} workingLabel={tip.askingAfter ? 'Asking...' : 'Sending...'}>
        Send
      </SubmitButton>
    </form>
  );
}

/** Replaces the amount while the balance is unknown; the page reads it again by itself. */
function BalanceUnknown() {
  return (
    <Dialog.Description className="text-15 text-muted">
      Your balance cannot be read right now. You can choose an amount here once it can be read again.
    </Dialog.Description>
  );
}

/** Replaces the amount for a member without LIKE, and says how to get some. */
function NothingToSend() {
  return (
    <div className="stack gap-4">
      <Dialog.Description className="text-15 text-muted">
        Your balance is 0 LIKE. Deposit some from your wallet, or write a post that others tip.
      </Dialog.Description>
      <ButtonLink look="primary" to={paths.wallet}>
        Deposit LIKEs
      </ButtonLink>
    </div>
  );
}

/**
 * Says what is known of a tip whose outcome is being requested: that no response came, or what the server said
 * (spec, section 8), though it may have sent the tip.
 */
function StillAsking({ after }: { after: ApiError | null }) {
  return (
    <Status>
      {after && (
        <div className="stack gap-1 rounded-[10px] bg-raised p-3 text-15">
          <p className="wrap-anywhere">{after.status === 0 ? 'No answer yet.' : errorText(after, 'Error')}</p>
          <p>
            Likewell keeps checking whether your tip was sent. The tip counts only once. You can close this
            window: we will tell you the result.
          </p>
        </div>
      )}
    </Status>
  );
}
