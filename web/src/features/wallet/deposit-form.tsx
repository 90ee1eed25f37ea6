import { type SyntheticEvent, useRef, useState } from 'react';
import { approximateUsd, priceText } from '../../shared/format/prices';
import { readTypedAmount } from '../../shared/format/typed-amount';
import { usePrice } from '../../shared/price/price.api';
import { AMOUNT_INPUT } from '../../shared/ui/amount-input';
import { Button, SubmitButton } from '../../shared/ui/button';
import { TextField } from '../../shared/ui/field';
import { WalletList } from '../../shared/ui/wallet-list';
import { DepositSteps } from './deposit-steps';
import { DEFAULT_DEPOSIT, useDeposit } from './use-deposit';
import { WithdrawButton } from './withdraw-button';

/** The amount and what can be done with it (spec, section 2). */
export function DepositForm() {
  const [amount, setAmount] = useState(DEFAULT_DEPOSIT);
  const { deposit, isCommitted, start, choose } = useDeposit();
  const button = useRef<HTMLButtonElement>(null);
  const isChoosing = deposit?.step === 'choose';
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    start(amount);
  };
  return (
    <form noValidate onSubmit={submit} className="stack gap-4">
      <TextField
        label="Amount of LIKE"
        {...AMOUNT_INPUT}
        value={amount}
        hint={useApproximateValue(amount)}
        onChange={(event) => setAmount(event.target.value)}
      />
      <div className="stack gap-2 sm:flex sm:flex-wrap">
        <SubmitButton
          ref={button}
          working={isCommitted}
          workingLabel="Depositing..."
          aria-expanded={isChoosing}
        >
          Deposit LIKEs
        </SubmitButton>
        <WithdrawButton />
        <Button>Buy LIKEs on exchange</Button>
      </div>
      {isChoosing && (
        <WalletList
          wallets={deposit.wallets}
          onChoose={(wallet) => {
            // The list disappears with the element that had the focus.
            button.current?.focus();
            choose(wallet, amount);
          }}
        />
      )}
      <DepositSteps deposit={isChoosing ? null : deposit} />
    </form>
  );
}

/** Returns the approximate value of the typed amount in US dollars (spec, section 2). */
function useApproximateValue(text: string): string {
  const price = usePrice();
  const nano = readTypedAmount(text);
  if (nano === null) return '≈ –';
  return `≈ ${price ? approximateUsd(nano, price) : priceText(price)}`;
}
