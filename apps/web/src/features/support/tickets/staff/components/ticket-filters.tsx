import { ticketCategory } from '@portal/contract/support/tickets';
import { X } from 'lucide-react';
import { useNavigate } from 'react-router';
import { bidiIsolate } from '../../../../../shared/format/bidi-isolate.ts';
import { Badge } from '../../../../../shared/ui/feedback/badge.tsx';
import { LinkTabs } from '../../../../../shared/ui/navigation/link-tabs.tsx';
import { PageLink } from '../../../../../shared/ui/navigation/page-link.tsx';
import { useTicketCounts } from '../api/count-staff-tickets.ts';
import { categoryNames } from '../category-names.ts';
import { addressOf, type TicketChoice, ticketViews } from '../ticket-view.ts';

/**
 * The ticket filters: by state and owner, with counts, and by category. Each choice has an address.
 */
export function TicketFilters({ choice }: { choice: TicketChoice }) {
  const navigate = useNavigate();
  const counts = useTicketCounts().data;
  const views = ticketViews.map((view) => ({
    id: view.id,
    to: addressOf({ ...choice, view: view.id }),
    label: view.label,
    mark: 'count' in view && counts && choice.customer === null && choice.tag === null && (
      <Badge kind={view.id === 'overdue' && counts.overdue > 0 ? 'bad' : 'mute'}>{counts[view.count]}</Badge>
    ),
  }));
  return (
    <>
      <LinkTabs label="Which tickets" views={views} current={choice.view} />
      <div className="mt-4 flex flex-wrap items-center justify-between gap-x-8 gap-y-3">
        <label className="flex items-center gap-3 max-sm:w-full">
          <span className="small semi">Category</span>
          <select
            className="input min-h-11 py-2 sm:w-44"
            value={choice.category ?? ''}
            onChange={({ target }) => {
              const category = ticketCategory.options.find((option) => option === target.value) ?? null;
              void navigate(addressOf({ ...choice, category }));
            }}
          >
            <option value="">All</option>
            {ticketCategory.options.map((category) => (
              <option key={category} value={category}>
                {categoryNames[category]}
              </option>
            ))}
          </select>
        </label>
        {choice.tag !== null && (
          <PageLink
            className="chip"
            to={addressOf({ ...choice, tag: null })}
            aria-label={`Not only with the tag ${choice.tag}`}
          >
            Tag: {bidiIsolate(choice.tag)}
            <X className="icon-small" />
          </PageLink>
        )}
        {choice.customer !== null && (
          <PageLink className="link inline-flex min-h-11 items-center" to={addressOf({ ...choice, customer: null })}>
            Tickets of all customers
          </PageLink>
        )}
      </div>
    </>
  );
}
