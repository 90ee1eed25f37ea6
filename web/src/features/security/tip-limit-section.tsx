import { formatLike } from '@likewell/contracts/core/money';
import { useForm } from 'react-hook-form';
import { errorText } from '../../shared/api/api-error';
import { readNano } from '../../shared/format/amounts';
import { AMOUNT_INPUT } from '../../shared/ui/amount-input';
import { SubmitButton } from '../../shared/ui/button';
import { TextField } from '../../shared/ui/field';
import { FormError } from '../../shared/ui/form-error';
import { Section, SectionBones } from '../../shared/ui/section';
import { LoadError } from './load-error';
import { useSetTipLimit, useTipLimit } from './tip-limit.api';

/** Tips above which the member wants to be asked again who they are. */
export function TipLimitSection() {
  const limit = useTipLimit();
  // Kept here, where it outlives the form that begins anew with what was saved.
  const setLimit = useSetTipLimit();
  const nano = limit.data?.limitNano;
  return (
    <Section
      title="Large tips"
      about="Before a tip above this amount you are asked to confirm that it is you. Leave it empty to be asked never."
    >
      {limit.isPending && <SectionBones />}
      {limit.isError && <LoadError onRetry={() => void limit.refetch()} />}
      {limit.data && (
        <LimitForm key={nano} current={nano ? formatLike(readNano(nano)) : ''} setLimit={setLimit} />
      )}
    </Section>
  );
}

interface LimitFormProps {
  current: string;
  setLimit: ReturnType<typeof useSetTipLimit>;
}

function LimitForm({ current, setLimit }: LimitFormProps) {
  const { register, handleSubmit } = useForm({ defaultValues: { limit: current } });
  const submit = handleSubmit(({ limit }) => {
    if (!setLimit.isPending) setLimit.mutate(limit.trim() === '' ? null : limit.trim());
  });
  return (
    // The browser rejects what is no number, of which the value says nothing: it would be taken for an empty field.
    <form onSubmit={(event) => void submit(event)} className="grid gap-3">
      <TextField label="Ask me above, in LIKE" {...AMOUNT_INPUT} {...register('limit')} />
      <FormError>{setLimit.error ? errorText(setLimit.error, 'Error') : undefined}</FormError>
      <div className="flex flex-wrap items-center gap-3">
        <SubmitButton look="quiet" working={setLimit.isPending} workingLabel="Saving...">
          Save
        </SubmitButton>
        <p role="status" className="text-15 text-positive">
          {setLimit.isSuccess && 'Saved.'}
        </p>
      </div>
    </form>
  );
}
