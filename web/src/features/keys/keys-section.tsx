import { useState } from 'react';
import { errorText } from '../../shared/api/api-error';
import { Button } from '../../shared/ui/button';
import { FormError } from '../../shared/ui/form-error';
import { Section, SectionBones } from '../../shared/ui/section';
import { makeRecoveryCodes, useKeyChange, useKeys } from './keys.api';
import { PasskeysPart } from './passkeys-part';
import { RecoveryCodes } from './recovery-codes';
import { TotpPart } from './totp-part';

const ABOUT =
  'What a stolen password does not open: with a passkey or an app for codes, logging in asks for it as well.';

/** Passkeys, the app for codes, and the recovery codes beside them. */
export function KeysSection() {
  const keys = useKeys();
  const renew = useKeyChange(makeRecoveryCodes);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const show = (fresh: readonly string[] | null) => fresh && setCodes(fresh);
  if (keys.isPending) return <SectionBones />;
  const error = keys.error ?? renew.error;
  return (
    <Section title="Passkeys and codes" about={ABOUT}>
      <FormError>{error ? errorText(error, 'Error') : undefined}</FormError>
      {codes && <RecoveryCodes codes={codes} onKept={() => setCodes(null)} />}
      {keys.data && (
        <>
          <PasskeysPart passkeys={keys.data.passkeys} onCodes={show} />
          <TotpPart isSetUp={keys.data.totp} onCodes={show} />
          {(keys.data.totp || keys.data.passkeys.length > 0) && (
            <div className="flex flex-wrap items-center justify-between gap-2">
              <p className="text-15 text-muted">{keys.data.recovery_codes_left} of 10 recovery codes left.</p>
              <Button
                onClick={() => renew.mutate(undefined, { onSuccess: show })}
                aria-disabled={renew.isPending}
              >
                Make new recovery codes
              </Button>
            </div>
          )}
        </>
      )}
    </Section>
  );
}
