import { ticketCategory } from '@portal/contract/ticket';
import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import { Badge } from '../../../../shared/ui/badge.tsx';
import { PageLink } from '../../../../shared/ui/page-link.tsx';
import { useTicketCounts } from '../api/count-staff-tickets.ts';
import { categoryNames } from '../category-names.ts';
import { addressOf, type TicketChoice, ticketViews } from '../ticket-view.ts';

const LINK =
  'relative inline-flex min-h-12 flex-none items-center gap-2 font-medium text-ink-2 hover:text-ink focus-visible:-outline-offset-3 ' +
  'aria-[current]:font-semibold aria-[current]:text-ink aria-[current]:after:absolute aria-[current]:after:inset-x-0 ' +
  'aria-[current]:after:bottom-0 aria-[current]:after:h-[3px] aria-[current]:after:bg-primary';

/** Which tickets: by state and owner, with how many there are, and by what they are about. Each choice has an address. */
export function TicketFilters({ choice }: { choice: TicketChoice }) {
  const navigate = useNavigate();
  const counts = useTicketCounts().data;
  const list = useRef<HTMLElement>(null);
  useEffect(() => {
    const chosen = list.current?.querySelector<HTMLElement>(`[data-view="${choice.view}"]`);
    if (list.current && chosen) list.current.scrollLeft = chosen.offsetLeft - list.current.offsetLeft - 16;
  }, [choice.view]);
  return (
    <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-3 border-line sm:border-b">
      <nav
        ref={list}
        aria-label="Which tickets"
        className="-mx-(--gutter) flex gap-6 overflow-x-auto border-line px-(--gutter) max-sm:w-[calc(100%+2*var(--gutter))] max-sm:border-b sm:mx-0 sm:flex-wrap sm:px-0"
      >
        {ticketViews.map((view) => (
          <PageLink
            key={view.id}
            className={LINK}
            to={addressOf({ ...choice, view: view.id })}
            data-view={view.id}
            aria-current={view.id === choice.view ? 'page' : undefined}
          >
            {view.label}
            {'count' in view && counts && choice.customer === null && (
              <Badge kind={view.id === 'overdue' && counts.overdue > 0 ? 'bad' : 'mute'}>{counts[view.count]}</Badge>
            )}
          </PageLink>
        ))}
      </nav>
      {choice.customer !== null && (
        <PageLink className="link pb-3.5" to={addressOf({ ...choice, customer: null })}>
          Tickets of all customers
        </PageLink>
      )}
      <label className="flex items-center gap-3 pb-2 max-sm:w-full">
        <span className="small semi">About</span>
        <select
          className="input min-h-11 py-2 sm:w-44"
          value={choice.category ?? ''}
          onChange={({ target }) => {
            const category = ticketCategory.options.find((option) => option === target.value) ?? null;
            void navigate(addressOf({ ...choice, category }));
          }}
        >
          <option value="">Everything</option>
          {ticketCategory.options.map((category) => (
            <option key={category} value={category}>
              {categoryNames[category]}
            </option>
          ))}
        </select>
      </label>
    </div>
  );
}
