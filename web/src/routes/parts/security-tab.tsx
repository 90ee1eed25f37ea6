import { useAccount } from '../../features/address/address.api';
import { AddressSection } from '../../features/address/address-section';
import { MethodsSection } from '../../features/security/methods-section';
import { useKeys } from '../../features/keys/keys.api';
import { KeysSection } from '../../features/keys/keys-section';
import { ExportSection } from '../../features/leaving/export-section';
import { LeavingSection } from '../../features/leaving/leaving-section';
import { SessionsSection } from '../../features/security/sessions-section';
import { TipLimitSection } from '../../features/security/tip-limit-section';
import { TrailSection } from '../../features/security/trail-section';
import { SectionSkeleton } from '../../shared/ui/section';

/**
 * The tab for the security of the account. Each section belongs to its feature, in this order: the
 * address; password, passkeys and codes; sign-in methods; sessions; tips; security events; the
 * member's data and leaving. All are shown together once the first two are loaded, or once an attempt to load
 * them has failed: these fill a window and would move the others.
 */
export function SecurityTab() {
  const isWaiting = [useAccount(), useKeys()].some(
    ({ isFetched, failureCount }) => !isFetched && failureCount === 0,
  );
  return (
    <>
      {isWaiting && <SectionSkeleton />}
      <div hidden={isWaiting} className="stack gap-6">
        <AddressSection />
        <KeysSection />
        <MethodsSection />
        <SessionsSection />
        <TipLimitSection />
        <TrailSection />
        <ExportSection />
        <LeavingSection />
      </div>
    </>
  );
}
