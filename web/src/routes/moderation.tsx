import { Tabs } from '@base-ui/react/tabs';
import { useLocation, useNavigate } from 'react-router-dom';
import { DecisionLog } from '../features/moderation/decision-log';
import { ReviewQueue } from '../features/moderation/review-queue';
import { useDocumentTitle } from '../shared/hooks/use-document-title';
import { isModerator } from '../shared/session/is-moderator';
import { useUser } from '../shared/session/session-store';
import { TAB, TAB_LIST } from '../shared/ui/tabs';
import { NotFoundScreen } from './not-found';
import { LoginNeeded } from './parts/login-needed';

/** Tabs of the screen; the value of each is in the address. */
const TABS = [
  { value: 'queue', label: 'Queue' },
  { value: 'decisions', label: 'Decisions' },
];

/**
 * The screen /moderation: texts that wait for a decision, and the log of decisions. Other members get the
 * page for unknown addresses.
 */
export function ModerationScreen() {
  const user = useUser();
  if (user === null) return <LoginNeeded />;
  return isModerator(user) ? <Moderation key={user.id} /> : <NotFoundScreen />;
}

function Moderation() {
  useDocumentTitle('Moderation');
  const { hash } = useLocation();
  const navigate = useNavigate();
  const tab = TABS.find(({ value }) => `#${value}` === hash)?.value ?? 'queue';
  return (
    <>
      <h1 className="mb-4 text-28 max-[12rem]:text-21 font-title leading-title">Moderation</h1>
      <Tabs.Root
        value={tab}
        onValueChange={(value) => void navigate({ hash: String(value) }, { replace: true })}
        className="stack gap-4"
      >
        <Tabs.List aria-label="Moderation" activateOnFocus className={TAB_LIST}>
          {TABS.map(({ value, label }) => (
            <Tabs.Tab key={value} value={value} className={TAB}>
              {label}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="queue" tabIndex={-1} className="stack gap-3">
          <ReviewQueue />
        </Tabs.Panel>
        <Tabs.Panel value="decisions" tabIndex={-1}>
          <DecisionLog />
        </Tabs.Panel>
      </Tabs.Root>
    </>
  );
}
