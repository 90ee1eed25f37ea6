import { useEffect, useState } from 'react';
import { WITHDRAW_TOOLTIP_MS } from '../../shared/config/limits';
import { Button } from '../../shared/ui/button';
import { Status } from '../../shared/ui/status';

/** Says for 3 seconds that withdrawals are not available yet (spec, sections 2 and 9). */
export function WithdrawButton() {
  const [pressedAt, setPressedAt] = useState<number | null>(null);
  useEffect(() => {
    if (pressedAt === null) return;
    const timer = setTimeout(() => setPressedAt(null), WITHDRAW_TOOLTIP_MS);
    return () => clearTimeout(timer);
  }, [pressedAt]);
  return (
    <div className="relative grid">
      <Button onClick={() => setPressedAt(Date.now())}>Withdraw LIKEs</Button>
      <Status className="pointer-events-none absolute bottom-full left-1/2 z-10 mb-2 w-max max-w-[80vw] -translate-x-1/2">
        {pressedAt !== null && (
          <span className="block rounded-lg border border-line bg-raised px-3 py-2 text-13 text-fg shadow-dialog">
            Functionality will be available soon
          </span>
        )}
      </Status>
    </div>
  );
}
