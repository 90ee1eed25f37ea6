import { useEffect, useRef } from 'react';
import { useForm } from 'react-hook-form';
import { encode } from 'uqr';
import { Button, SubmitButton } from '../../shared/ui/button';
import { TextField } from '../../shared/ui/field';
import { FormError } from '../../shared/ui/form-error';
import type { KeyChange } from './keys.api';

interface TotpSetupProps {
  secret: string;
  uri: string;
  /** Sends the app's first code. */
  confirm: KeyChange<string>;
  onCancel: () => void;
  /** Called when the app is set up. */
  onDone: () => void;
}

/** Shows the secret for an authenticator app, and asks for its first code. */
export function TotpSetup({ secret, uri, confirm, onCancel, onDone }: TotpSetupProps) {
  const { register, handleSubmit, formState } = useForm<{ code: string }>();
  const submit = handleSubmit(({ code }) => confirm.mutate(code, { onSuccess: onDone }));
  const form = useRef<HTMLFormElement>(null);
  // It replaces the button that was pressed. The field would bring up a phone's keyboard, over the QR code.
  useEffect(() => form.current?.focus(), []);
  return (
    <form
      ref={form}
      tabIndex={-1}
      aria-label="Set up an app"
      noValidate
      onSubmit={(event) => void submit(event)}
      className="stack gap-4"
    >
      <p className="text-15 text-muted">
        Scan this with an authenticator app, such as Aegis or Google Authenticator.{' '}
        <a href={uri} className="text-accent underline">
          Open it on this device
        </a>
        , or type the secret:
      </p>
      <QrCode text={uri} />
      <code aria-label="Secret" className="text-15 break-all">
        {secret.replaceAll(/(.{4})(?!$)/g, '$1 ')}
      </code>
      <TextField
        label="Code that the app shows"
        autoComplete="one-time-code"
        inputMode="numeric"
        required
        error={formState.errors.code?.message}
        {...register('code', { required: 'Enter the six digits that the app shows.' })}
      />
      <FormError error={confirm.error} />
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onCancel}>Cancel</Button>
        <SubmitButton working={confirm.isPending} workingLabel="Checking...">
          Confirm
        </SubmitButton>
      </div>
    </form>
  );
}

/** Dark on light in both themes: some cameras cannot read an inverted code. */
function QrCode({ text }: { text: string }) {
  const { data, size } = encode(text, { border: 2 });
  const path = data
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('');
  return (
    <svg
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label="The secret as a QR code"
      className="w-48 max-w-full"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" shapeRendering="crispEdges" />
    </svg>
  );
}
