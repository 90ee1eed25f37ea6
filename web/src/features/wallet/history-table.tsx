/* eslint-disable jsx-a11y-x/no-redundant-roles, jsx-a11y-x/no-interactive-element-to-noninteractive-role --
   where a narrow screen stacks the cells, they are displayed as blocks, and have no roles but these. */
import { HISTORY_MARGIN_PX } from '../../shared/config/limits';
import { Sentinel } from '../../shared/ui/sentinel';
import { Bone } from '../../shared/ui/skeleton';
import { ChangeRow, OperationRow } from './history-rows';
import { type HistoryView, useWalletHistory } from './wallet.api';

const TABLES = {
  chain: { columns: ['Date', 'Type', 'Status', 'Amount'], Row: OperationRow },
  all: { columns: ['Change', 'Amount'], Row: ChangeRow },
} as const;

interface HistoryTableProps {
  view: HistoryView;
  /** Names the table for screen readers. */
  label: string;
}

/** The history; it loads the next page when its last row comes within 100 px of view (spec, section 2). */
export function HistoryTable({ view, label }: HistoryTableProps) {
  const { items, isLoading, isLoaded, loadMore } = useWalletHistory(view);
  const { columns, Row } = TABLES[view];
  const isEmpty = isLoaded && items.length === 0;
  return (
    <table role="table" aria-label={label} className="w-full text-13 max-[22rem]:block sm:text-15">
      <thead role="rowgroup" className="max-[22rem]:sr-only">
        <tr role="row" className="text-13 text-muted">
          {columns.map((name) => (
            <th
              key={name}
              role="columnheader"
              scope="col"
              className="py-2 pr-3 text-left font-medium last:pr-0 last:text-right"
            >
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup" className="max-[22rem]:block max-[22rem]:*:grid">
        {items.map((item) => (
          <Row key={`${item.kind}:${item.id}`} item={item} />
        ))}
        {isLoading && <HistorySkeleton columns={columns.length} />}
        {isEmpty && (
          <tr role="row">
            <td
              role="cell"
              colSpan={columns.length}
              className="border-t border-line py-10 text-center text-15 text-muted"
            >
              You haven't had any transactions yet
            </td>
          </tr>
        )}
        {loadMore && (
          <tr aria-hidden="true">
            <td colSpan={columns.length} className="p-0">
              <Sentinel key={items.length} marginPx={HISTORY_MARGIN_PX} onNear={loadMore} />
            </td>
          </tr>
        )}
      </tbody>
    </table>
  );
}

function HistorySkeleton({ columns }: { columns: number }) {
  return [1, 2, 3].map((row) => (
    <tr key={row} className="animate-shimmer" aria-hidden="true" data-testid="history-skeleton">
      <td colSpan={columns} className="border-t border-line py-3">
        <div className="flex h-10 items-center justify-between">
          <Bone className="h-3.5 w-2/5" />
          <Bone className="h-3.5 w-1/5" />
        </div>
      </td>
    </tr>
  ));
}
