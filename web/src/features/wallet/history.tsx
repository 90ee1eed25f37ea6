import { Tabs } from '@base-ui/react/tabs';
import { HistoryTable } from './history-table';
import type { HistoryView } from './wallet.api';

const VIEWS: { view: HistoryView; label: string }[] = [
  { view: 'all', label: 'All changes' },
  { view: 'chain', label: 'Deposits and withdrawals' },
];

const TAB =
  'min-h-10 rounded-full px-4 text-15 text-muted transition-colors hover:text-fg ' +
  'data-active:bg-raised data-active:font-medium data-active:text-fg';

/**
 * Every change of the balance, so that each LIKE is accounted for; beside it what went to and from the chain (spec,
 * section 2). In this order nobody who has LIKE is told that they had no transactions.
 */
export function History() {
  return (
    <section aria-label="Operation history" className="card p-4 sm:p-6">
      <h2 className="mb-3 text-17 font-title">Operation history</h2>
      <Tabs.Root defaultValue="all">
        <Tabs.List
          aria-label="What the history shows"
          activateOnFocus
          className="-ml-1 mb-2 flex flex-wrap gap-1"
        >
          {VIEWS.map(({ view, label }) => (
            <Tabs.Tab key={view} value={view} className={TAB}>
              {label}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {VIEWS.map(({ view, label }) => (
          <Tabs.Panel key={view} value={view} tabIndex={-1}>
            <HistoryTable view={view} label={label} />
          </Tabs.Panel>
        ))}
      </Tabs.Root>
    </section>
  );
}
