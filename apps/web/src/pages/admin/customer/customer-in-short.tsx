import { useCustomer } from '../../../features/console/customers/staff/api/get-customer.ts';
import { ServiceFacts } from '../../../features/console/customers/staff/components/service-facts.tsx';
import { TicketLinks } from '../../../features/support/tickets/staff/components/ticket-links.tsx';
import { isolated } from '../../../shared/format/isolated.ts';
import { ArrowLink } from '../../../shared/ui/arrow-link.tsx';
import { QueryContent } from '../../../shared/ui/query-content.tsx';
import { Skeleton } from '../../../shared/ui/skeleton.tsx';
import { DataThisMonth } from '../inbox/data-this-month.tsx';

/** What to know of a customer while answering one of their tickets. */
export function CustomerInShort({ id, ticketId }: { id: number; ticketId: string }) {
  const customer = useCustomer(id);
  return (
    <QueryContent
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
              {isolated(loaded.name)}
            </ArrowLink>
          </>
        );
      }}
    </QueryContent>
  );
}
