import { Dialog } from '@base-ui/react/dialog';
import { useForm } from 'react-hook-form';
import type { DialogProps } from '../../shared/dialogs/dialog-store';
import { SubmitButton } from '../../shared/ui/button';
import { TextField } from '../../shared/ui/field';
import { FormError } from '../../shared/ui/form-error';
import { GoogleButton } from '../../shared/ui/google-button';
import { Modal } from '../../shared/ui/modal';
import { OwnUsername } from '../../shared/ui/password-fields';
import { SecondFactorForm } from '../../shared/ui/second-factor-form';
import { WalletButton } from '../../shared/ui/wallet-button';
import {
  confirmByCode,
  confirmByGoogle,
  confirmByPasskey,
  confirmByWallet,
  useConfirmByPassword,
} from './confirm.api';
import { GOOGLE_PROOF_URL } from './google-proof';

/**
 * Asks the member to confirm their identity, in any of the ways that they have;
 * closes when they have done so.
 */
export function ConfirmDialog({ ways, onConfirmed, opener, onClosed }: DialogProps<'confirm'>) {
  return (
    <Modal title="Confirm that it is you" opener={opener} onClosed={onClosed}>
      {(close) => {
        const onDone = () => {
          onConfirmed();
          close();
        };
        return (
          <div className="stack gap-4">
            <Dialog.Description className="text-15 text-muted">
              This changes how your account or your LIKE is protected. You will not be asked again for ten
              minutes.
            </Dialog.Description>
            <Ways ways={ways} onDone={onDone} />
          </div>
        );
      }}
    </Modal>
  );
}

interface WaysProps {
  ways: readonly string[];
  onDone: () => void;
}

function Ways({ ways, onDone }: WaysProps) {
  if (ways.length === 0) return <p className="text-15">Log out and in again to go on.</p>;
  if (ways.some((way) => ['totp', 'recovery-code', 'passkey'].includes(way)))
    return (
      <SecondFactorForm
        ways={ways}
        text="Your account has a second factor. Use it to confirm."
        passkeyLabel="Confirm with a passkey"
        byPasskey={confirmByPasskey}
        byCode={confirmByCode}
        onDone={onDone}
      />
    );
  return (
    <>
      {ways.includes('password') && <ConfirmPasswordForm onDone={onDone} />}
      {ways.includes('google') && (
        <GoogleButton url={GOOGLE_PROOF_URL} work={confirmByGoogle} onDone={onDone}>
          Confirm with Google
        </GoogleButton>
      )}
      {ways.includes('wallet') && (
        <WalletButton work={confirmByWallet} onDone={onDone}>
          Confirm with a wallet
        </WalletButton>
      )}
    </>
  );
}

/** Confirms the member's identity with the password. */
function ConfirmPasswordForm({ onDone }: { onDone: () => void }) {
  const confirm = useConfirmByPassword();
  const { register, handleSubmit, formState } = useForm<{ password: string }>();
  const submit = handleSubmit(({ password }) => confirm.mutate(password, { onSuccess: onDone }));
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="stack gap-4">
      <OwnUsername />
      <TextField
        label="Password"
        type="password"
        autoComplete="current-password"
        required
        data-first-focus
        error={formState.errors.password?.message}
        {...register('password', { required: 'Enter your password.' })}
      />
      <FormError error={confirm.error} />
      <SubmitButton working={confirm.isPending} workingLabel="Confirming...">
        Confirm
      </SubmitButton>
    </form>
  );
}
