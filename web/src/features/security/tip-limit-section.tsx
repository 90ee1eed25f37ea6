import { formatLike } from '@likewell/contracts/core/money';
import { useForm } from 'react-hook-form';
import { resetSettled } from '../../shared/api/use-single-mutation';
import { readNano } from '../../shared/format/amounts';
import { plainAmount } from '../../shared/format/typed-amount';
import { AMOUNT_INPUT } from '../../shared/ui/amount-input';
import { SubmitButton } from '../../shared/ui/button';
import { TextField } from '../../shared/ui/field';
import { FormError } from '../../shared/ui/form-error';
import { Loaded } from '../../shared/ui/loaded';
import { Section } from '../../shared/ui/section';
import { Status } from '../../shared/ui/status';
import { useSetTipLimit, useTipLimit } from './tip-limit.api';

/** The amount above which a tip needs a confirmation of the member's identity. */
export function TipLimitSection() {
  const limit = useTipLimit();
  const setLimit = useSetTipLimit();
  return (
    <Section
      title="Large tips"
      about="Before a tip above this amount you are asked to confirm that it is you. Leave the field empty if you never want to be asked."
    >
      <Loaded query={limit}>
        {({ limitNano: nano }) => (
          <LimitForm current={nano ? formatLike(readNano(nano)) : ''} setLimit={setLimit} />
        )}
      </Loaded>
    </Section>
  );
}

interface LimitFormProps {
  current: string;
  setLimit: ReturnType<typeof useSetTipLimit>;
}

function LimitForm({ current, setLimit }: LimitFormProps) {
  const { register, handleSubmit } = useForm({ values: { limit: current } });
  const forgetOutcome = () => resetSettled(setLimit);
  const submit = handleSubmit(({ limit }) => setLimit.mutate(plainAmount(limit) || null));
  return (
    // The browser validates the number itself: for invalid text the value is empty, so the form would take it
    // for an empty field.
    <form onSubmit={(event) => void submit(event)} className="stack gap-3">
      <TextField
        label="Ask me above, in LIKE"
        {...AMOUNT_INPUT}
        {...register('limit', { onChange: forgetOutcome })}
      />
      <FormError error={setLimit.error} />
      <div className="flex flex-wrap items-center gap-3">
        <SubmitButton look="quiet" working={setLimit.isPending} workingLabel="Saving...">
          Save
        </SubmitButton>
        <Status className="text-15 text-positive">{setLimit.isSuccess && 'Saved.'}</Status>
      </div>
    </form>
  );
}
