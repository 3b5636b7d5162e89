import { startBulkAction } from '@portal/contract/console/bulk-actions';
import type { CustomerFilter, CustomerRow } from '@portal/contract/console/customers';
import { type ReactNode, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { customersLabel } from '../../../features/console/bulk-actions/staff/bulk-labels.ts';
import { BulkDialog } from '../../../features/console/bulk-actions/staff/components/bulk-dialog.tsx';
import { CustomerFilters } from '../../../features/console/customers/staff/components/customer-filters.tsx';
import { CustomerSearch } from '../../../features/console/customers/staff/components/customer-search.tsx';
import { filterOf, queryOf } from '../../../features/console/customers/staff/customer-filter.ts';
import { SavedFilters } from '../../../features/console/saved-filters/staff/components/saved-filters.tsx';
import { WaitingApprovals } from '../../../features/identity/identity-approvals/staff/components/waiting-approvals.tsx';
import { bidiIsolate } from '../../../shared/format/bidi-isolate.ts';
import { useMay } from '../../../shared/staff/use-may.ts';
import { Button } from '../../../shared/ui/button/button.tsx';
import { ConsolePageLayout } from '../layout/console-page-layout.tsx';

const PATH = '/admin/customers';

/** All accounts: found by a search or a filter, and what to do to many of them. */
export function CustomersPage() {
  const may = useMay();
  const [params] = useSearchParams();
  const isSearched = params.has('search');
  const filter = isSearched ? {} : filterOf(params);
  const selection = useSelection(params.toString());
  const mayAct = may(startBulkAction);
  return (
    <ConsolePageLayout title="Customers">
      <WaitingApprovals />
      <CustomerSearch
        limits={(chosen, onChange) =>
          isSearched ? null : (
            <CustomerFilters filter={chosen} onChange={onChange}>
              <SavedFilters list="customers" path={PATH} query={queryOf(chosen)} />
            </CustomerFilters>
          )
        }
        renderBox={
          mayAct
            ? (customer) => (
                <SelectBox
                  customer={customer}
                  checked={selection.ids.has(customer.id)}
                  onChange={() => selection.toggle(customer.id)}
                />
              )
            : undefined
        }
        renderHead={
          mayAct
            ? (shown) => <BulkBar shown={shown} filter={isSearched ? null : filter} selection={selection} />
            : undefined
        }
      />
    </ConsolePageLayout>
  );
}

type Selection = {
  readonly ids: ReadonlySet<number>;
  readonly toggle: (id: number) => void;
  readonly choose: (ids: readonly number[]) => void;
};

/** Who is chosen in the list; nobody any more when the list is about others. */
function useSelection(about: string): Selection {
  const [chosen, setChosen] = useState<{ about: string; ids: ReadonlySet<number> }>({ about, ids: new Set() });
  const ids = chosen.about === about ? chosen.ids : new Set<number>();
  return {
    ids,
    toggle: (id) => {
      const next = new Set(ids);
      if (!next.delete(id)) next.add(id);
      setChosen({ about, ids: next });
    },
    choose: (next) => setChosen({ about, ids: new Set(next) }),
  };
}

type SelectBoxProps = { customer: CustomerRow; checked: boolean; onChange: () => void };

function SelectBox({ customer, checked, onChange }: SelectBoxProps): ReactNode {
  return (
    <label className="absolute top-0 bottom-0 left-0 z-1 grid w-11 place-items-center">
      <input type="checkbox" className="size-5 accent-primary" checked={checked} onChange={onChange} />
      <span className="sr-only">Select {bidiIsolate(customer.name)}</span>
    </label>
  );
}

type BulkBarProps = {
  shown: readonly CustomerRow[];
  /** Null where the list is that of a search: it finds no more than it shows. */
  filter: CustomerFilter | null;
  selection: Selection;
};

/** Begins a bulk action: on those who are selected, or on all whom the filter finds. */
function BulkBar({ shown, filter, selection: { ids, choose } }: BulkBarProps) {
  const navigate = useNavigate();
  const [on, setOn] = useState<'selected' | 'all' | null>(null);
  const isAll = shown.length > 0 && shown.every(({ id }) => ids.has(id));
  const target = on === 'all' ? { filter: filter ?? {} } : { ids: [...ids] };
  return (
    <div className="flex min-h-14 flex-wrap items-center gap-x-3 gap-y-1 border-line border-b py-1.5">
      <label className="flex min-h-11 w-11 flex-none items-center justify-center">
        <input
          type="checkbox"
          className="size-5 accent-primary"
          checked={isAll}
          onChange={() => choose(isAll ? [] : shown.map(({ id }) => id))}
        />
        <span className="sr-only">Select all shown</span>
      </label>
      <p className="small soft" aria-live="polite">
        {ids.size > 0 ? `${customersLabel(ids.size)} selected` : 'None selected'}
      </p>
      <div className="flex flex-wrap gap-2 sm:ml-auto">
        {ids.size > 0 && (
          <Button variant="secondary" onClick={() => setOn('selected')}>
            Act on selected
          </Button>
        )}
        {filter && (
          <Button variant="quiet" onClick={() => setOn('all')}>
            {queryOf(filter) === '' ? 'Act on all customers' : 'Act on all who fit'}
          </Button>
        )}
      </div>
      {on && (
        <BulkDialog
          target={target}
          whom={
            on === 'all' ? (queryOf(filter ?? {}) === '' ? 'all customers' : 'all who fit') : customersLabel(ids.size)
          }
          onClose={() => setOn(null)}
          onStarted={(id) => void navigate(`/admin/bulk-actions/${id}`)}
        />
      )}
    </div>
  );
}
