import { ViewTabs } from '../../shared/ui/view-tabs';
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
      <ViewTabs label="What the history shows" views={VIEWS}>
        {(view, label) => <HistoryTable view={view} label={label} />}
      </ViewTabs>
    </section>
  );
}
