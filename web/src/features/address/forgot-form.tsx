import { useForm } from 'react-hook-form';
import { SubmitButton } from '../../shared/ui/button';
import { TextField } from '../../shared/ui/field';
import { FormError } from '../../shared/ui/form-error';
import { Status } from '../../shared/ui/status';
import { useRequestReset } from './address.api';

const REQUESTED =
  'If there is such an account with a confirmed e-mail address, a link is on its way there. It works once, for 30 minutes. If no mail comes, check what you typed. If several were requested, use the newest mail that you have: its link may work for 24 hours.';

/** Requests a link to set a new password. The response is the same whether or not the account exists. */
export function ForgotForm() {
  const request = useRequestReset();
  const { register, handleSubmit, formState } = useForm<{ emailOrUser: string }>();
  const submit = handleSubmit(({ emailOrUser }) => request.mutate(emailOrUser));
  return (
    <>
      <Status className="text-15 text-muted">{request.isSuccess && REQUESTED}</Status>
      {!request.isSuccess && (
        <form noValidate onSubmit={(event) => void submit(event)} className="stack gap-4">
          <p className="text-15 text-muted">
            We send a link to the confirmed e-mail address of your account, even if you have always logged in
            with Google or a wallet.
          </p>
          <TextField
            label="Username or e-mail"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            required
            error={formState.errors.emailOrUser?.message}
            {...register('emailOrUser', { required: 'Enter your username or e-mail.' })}
          />
          <FormError error={request.error} />
          <SubmitButton working={request.isPending} workingLabel="Sending..." className="justify-self-start">
            Send the link
          </SubmitButton>
        </form>
      )}
    </>
  );
}
