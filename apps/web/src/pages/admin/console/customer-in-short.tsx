import { useCustomer } from '../../../features/console/customers/staff/api/get-customer.ts';
import { ServiceFacts } from '../../../features/console/customers/staff/components/service-facts.tsx';
import { TicketLinks } from '../../../features/support/tickets/staff/components/ticket-links.tsx';
import { bidiIsolate } from '../../../shared/format/bidi-isolate.ts';
import { AsyncBoundary } from '../../../shared/ui/async/async-boundary.tsx';
import { Skeleton } from '../../../shared/ui/async/skeleton.tsx';
import { ArrowLink } from '../../../shared/ui/button/arrow-link.tsx';
import { DataThisMonth } from '../support/inbox/data-this-month.tsx';

/** A summary of the customer for answering one of their tickets. */
export function CustomerInShort({ id, ticketId }: { id: number; ticketId: string }) {
  const customer = useCustomer(id);
  return (
    <AsyncBoundary
      query={customer}
      failure="We could not load the customer"
      skeleton={<Skeleton className="h-48 w-full" />}
    >
      {(loaded) => {
        const others = loaded.tickets.filter((ticket) => ticket.id !== ticketId).slice(0, 3);
        return (
          <>
            <ServiceFacts customer={loaded} />
            <h3 className="small semi muted mt-6 mb-2">Data this month</h3>
            <DataThisMonth usage={loaded.usage} />
            <h3 className="small semi muted mt-6 mb-1">Other tickets</h3>
            {others.length > 0 ? <TicketLinks tickets={others} /> : <p className="small muted">None.</p>}
            <ArrowLink className="mt-3" to={`/admin/customers/${id}`}>
              {bidiIsolate(loaded.name)}
            </ArrowLink>
          </>
        );
      }}
    </AsyncBoundary>
  );
}
