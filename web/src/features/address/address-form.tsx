import { useForm } from 'react-hook-form';
import { EMAIL_RULE } from '../../shared/ui/account-rules';
import { SubmitButton } from '../../shared/ui/button';
import { TextField } from '../../shared/ui/field';
import { FormError } from '../../shared/ui/form-error';
import { useChangeEmail } from './address.api';

/** A form for a different address, or a first one. */
export function AddressForm() {
  const change = useChangeEmail();
  const { register, handleSubmit, formState, reset } = useForm<{ email: string }>();
  const submit = handleSubmit(({ email }) => change.mutate(email.trim(), { onSuccess: () => reset() }));
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="stack gap-3">
      <TextField
        label="New e-mail address"
        type="email"
        autoComplete="email"
        required
        error={formState.errors.email?.message}
        {...register('email', EMAIL_RULE)}
      />
      <FormError error={change.error} />
      <SubmitButton
        look="quiet"
        working={change.isPending}
        workingLabel="Saving..."
        className="justify-self-start"
      >
        Change address
      </SubmitButton>
    </form>
  );
}
