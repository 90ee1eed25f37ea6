import { useUser } from '../../shared/session/session-store';
import { lazyComponent } from '../../shared/ui/lazy-component';
import { LazyPart } from '../../shared/ui/lazy-part';

const StayNotice = lazyComponent(() => import('../../features/leaving/stay-notice'), 'StayNotice');

/**
 * Tells a member above each screen that their account is going to be deleted; the code is fetched for them only.
 */
export function StayPlace() {
  const deletionAt = useUser()?.deletion_at;
  return (
    deletionAt && (
      <LazyPart>
        <StayNotice deletionAt={deletionAt} />
      </LazyPart>
    )
  );
}
