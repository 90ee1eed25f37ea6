import { AddressSection } from '../../features/address/address-section';
import { MethodsSection } from '../../features/security/methods-section';
import { KeysSection } from '../../features/keys/keys-section';
import { ExportSection } from '../../features/leaving/export-section';
import { LeavingSection } from '../../features/leaving/leaving-section';
import { SessionsSection } from '../../features/security/sessions-section';
import { TipLimitSection } from '../../features/security/tip-limit-section';
import { TrailSection } from '../../features/security/trail-section';

/**
 * What keeps the account, a section of its feature each, in this order: the address; password, passkeys and codes;
 * sign-in methods; sessions; tips; what happened; the member's data and leaving.
 */
export function SecurityTab() {
  return (
    <div className="grid gap-6">
      <AddressSection />
      <KeysSection />
      <MethodsSection />
      <SessionsSection />
      <TipLimitSection />
      <TrailSection />
      <ExportSection />
      <LeavingSection />
    </div>
  );
}
