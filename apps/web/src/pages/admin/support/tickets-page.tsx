import { useSearchParams } from 'react-router';
import { SavedFilters } from '../../../features/console/saved-filters/staff/components/saved-filters.tsx';
import { TicketFilters } from '../../../features/support/tickets/staff/components/ticket-filters.tsx';
import { TicketList } from '../../../features/support/tickets/staff/components/ticket-list.tsx';
import { addressOf, choiceOf } from '../../../features/support/tickets/staff/ticket-view.ts';
import { ConsolePageLayout } from '../layout/console-page-layout.tsx';

/** The tickets of all customers, the next due first. */
export function TicketsPage() {
  const choice = choiceOf(useSearchParams()[0]);
  return (
    <ConsolePageLayout title="Tickets">
      <div className="mt-4">
        <TicketFilters choice={choice} />
        <div className="mt-3">
          <SavedFilters list="tickets" path="/admin/tickets" query={addressOf(choice).split('?')[1] ?? ''} />
        </div>
        <TicketList choice={choice} />
      </div>
    </ConsolePageLayout>
  );
}
