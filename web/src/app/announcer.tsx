import { useAnnouncement } from '../shared/notices/announcement';
import { Status } from '../shared/ui/status';

/** Reads out what an action has done, also once its dialog has closed. */
export function Announcer() {
  return (
    <Status aria-live="polite" className="sr-only">
      {useAnnouncement()}
    </Status>
  );
}
