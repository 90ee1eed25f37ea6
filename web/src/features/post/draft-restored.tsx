import { useIsPainted } from '../../shared/hooks/use-is-painted';
import { Button } from '../../shared/ui/button';
import { Status } from '../../shared/ui/status';

interface DraftRestoredProps {
  /** Undefined while the form also contains words that were typed since. */
  onDiscard: (() => void) | undefined;
}

/** Tells the author that the form contains an earlier text. It keeps its height without the button. */
export function DraftRestored({ onDiscard }: DraftRestoredProps) {
  // The form begins with the text: what is said of it has to come after its region.
  const isPainted = useIsPainted();
  return (
    <div className="flex min-h-12 flex-wrap items-center justify-between gap-2 rounded-[10px] bg-raised py-1 pr-1 pl-3">
      <Status className="text-15">{isPainted && 'Your unfinished text is back.'}</Status>
      {onDiscard && (
        <Button look="plain" onClick={onDiscard}>
          Discard it
        </Button>
      )}
    </div>
  );
}
