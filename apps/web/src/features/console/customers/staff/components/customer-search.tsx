import type { CustomerFilter } from '@portal/contract/console/customers';
import { Search } from 'lucide-react';
import { type KeyboardEvent, type MouseEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { FieldFrame } from '../../../../../shared/ui/form/field-frame.tsx';
import { filterOf, queryOf } from '../customer-filter.ts';
import { CustomerList, type CustomerListProps } from './customer-list.tsx';

const PAUSE_MS = 250;

type CustomerSearchProps = Partial<Pick<CustomerListProps, 'within' | 'renderBox' | 'renderHead'>> & {
  /** What limits the list where nothing is searched, by a filter in the address; no filter without it. */
  limits?: (filter: CustomerFilter, onChange: (filter: CustomerFilter) => void) => ReactNode;
};

/**
 * Finds customers while typing; the search is in the address. Arrow keys lead from the field into
 * the list and through it.
 */
export function CustomerSearch({ within = '/admin/customers', limits, ...list }: CustomerSearchProps) {
  const [params, setParams] = useSearchParams();
  const searched = params.get('search') ?? '';
  const filter = searched || !limits ? {} : filterOf(params);
  const [typed, setTyped] = useState(searched);
  const place = useRef<HTMLDivElement>(null);
  const timer = useRef(0);
  useTakeOver(searched, setTyped);
  useEffect(() => {
    const search = typed.trim();
    if (search === searched) return;
    timer.current = window.setTimeout(() => setParams(search ? { search } : {}, { replace: true }), PAUSE_MS);
    return () => clearTimeout(timer.current);
  }, [typed, searched, setParams]);
  /** Whoever goes to a customer in the pause is not taken back to the list by the search. */
  function leave({ target }: MouseEvent) {
    if (target instanceof Element && target.closest('a')) clearTimeout(timer.current);
  }
  function moveFocus(event: KeyboardEvent) {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    const stops = [...(place.current?.querySelectorAll<HTMLElement>('input[type=search], [data-customer]') ?? [])];
    const here = stops.findIndex((stop) => stop.matches(':focus'));
    const next = stops[here + (event.key === 'ArrowDown' ? 1 : -1)];
    if (here < 0 || !next) return;
    event.preventDefault();
    next.focus();
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: arrow keys are a short cut between the controls inside, which all take part in the order of Tab.
    <div ref={place} className="mt-5" onKeyDown={moveFocus} onClickCapture={leave}>
      <search className="block max-w-2xl">
        <FieldFrame
          label="Find a customer"
          hint="The beginning of a name, a company, an email or a phone number; a ticket number; a payment reference"
        >
          {(wiring) => (
            <div className="relative">
              <Search className="pointer-events-none absolute top-3.5 left-3.5 text-ink-2" />
              <input
                {...wiring}
                type="search"
                className="input pl-11"
                autoComplete="off"
                spellCheck={false}
                maxLength={255}
                value={typed}
                onChange={({ target }) => setTyped(target.value)}
              />
            </div>
          )}
        </FieldFrame>
      </search>
      {limits?.(filter, (chosen) => setParams(queryOf(chosen), { replace: true }))}
      <CustomerList {...list} search={searched} filter={filter} within={within} onClear={() => setTyped('')} />
    </div>
  );
}

/** When the address changes by itself, by the back button or a link, the field follows. */
function useTakeOver(searched: string, setTyped: (change: (typed: string) => string) => void): void {
  useEffect(() => {
    setTyped((typed) => (typed.trim() === searched ? typed : searched));
  }, [searched, setTyped]);
}
