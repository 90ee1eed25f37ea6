import { useGiveaways } from '../features/giveaway/giveaway.api';
import { GiveawaySkeleton, GiveawayTable } from '../features/giveaway/giveaway-table';
import { paths } from '../shared/config/paths';
import { useDocumentTitle } from '../shared/hooks/use-document-title';
import { ButtonLink } from '../shared/ui/button';
import { EmptyState } from '../shared/ui/empty-state';

/** The screen /giveaways: open and past giveaways. */
export function GiveawaysScreen() {
  useDocumentTitle('Giveaways');
  const { data: giveaways, isPending } = useGiveaways();
  return (
    <>
      <h1 className="mb-4 text-28 font-title leading-title">Giveaways</h1>
      {isPending && (
        <div className="card px-4 py-1">
          <GiveawaySkeleton />
        </div>
      )}
      {giveaways?.length === 0 && (
        <EmptyState
          title="No giveaways yet"
          text="New giveaways appear here, with their rules and their draw."
          action={<ButtonLink to={paths.best}>Read the best posts</ButtonLink>}
        />
      )}
      {giveaways && giveaways.length > 0 && (
        <div className="card px-4 py-1">
          <GiveawayTable giveaways={giveaways} />
        </div>
      )}
    </>
  );
}
