import { AskingLine } from '../../shared/ui/asking-line';
import { FormError } from '../../shared/ui/form-error';
import { Loaded } from '../../shared/ui/loaded';
import { Section } from '../../shared/ui/section';
import { FreshCodes } from './fresh-codes';
import { makeRecoveryCodes, useKeyChange, useKeys } from './keys.api';
import { PasskeysPart } from './passkeys-part';
import { TotpPart } from './totp-part';

const ABOUT =
  'Protects your account even if your password is stolen: once you have added a passkey or an authenticator app, you also need it to log in.';

/** Passkeys, the authenticator app, and the recovery codes. */
export function KeysSection() {
  const keys = useKeys();
  const renew = useKeyChange(makeRecoveryCodes);
  return (
    <Section title="Passkeys and codes" about={ABOUT}>
      <FormError error={renew.error} />
      <FreshCodes />
      <Loaded query={keys}>
        {({ passkeys, totp, recovery_codes_left }) => (
          <>
            <PasskeysPart passkeys={passkeys} />
            <TotpPart isSetUp={totp} />
            {(totp || passkeys.length > 0) && (
              <AskingLine
                action="Make new recovery codes"
                consequence="The codes that you have will not work any more."
                isPending={renew.isPending}
                onConfirm={() => renew.mutate()}
              >
                <p className="text-15 text-muted">{recovery_codes_left} of 10 recovery codes left.</p>
              </AskingLine>
            )}
          </>
        )}
      </Loaded>
    </Section>
  );
}
