import { Tabs } from '@base-ui/react/tabs';
import { VIEW_TAB, VIEW_TAB_LIST } from '../../shared/ui/tabs';
import { HistoryTable } from './history-table';
import type { HistoryView } from './wallet.api';

const VIEWS: { view: HistoryView; label: string }[] = [
  { view: 'all', label: 'All changes' },
  { view: 'chain', label: 'Deposits and withdrawals' },
];

/**
 * Every change of the balance, so that each LIKE is accounted for, and the transfers from and to
 * the chain (spec, section 2). All changes come first, so that nobody with a balance reads that
 * they had no transactions.
 */
export function History() {
  return (
    <section aria-label="Operation history" className="card p-4 sm:p-6">
      <h2 className="mb-3 text-17 font-title">Operation history</h2>
      <Tabs.Root defaultValue="all">
        <Tabs.List aria-label="What the history shows" activateOnFocus className={VIEW_TAB_LIST}>
          {VIEWS.map(({ view, label }) => (
            <Tabs.Tab key={view} value={view} className={VIEW_TAB}>
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
