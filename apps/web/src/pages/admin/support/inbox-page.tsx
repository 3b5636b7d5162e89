import { getCustomer } from '@portal/contract/console/customers';
import { Inbox } from '../../../features/support/chat/staff/components/inbox.tsx';
import { useTicketCounts } from '../../../features/support/tickets/staff/api/count-staff-tickets.ts';
import { Allowed } from '../../../shared/staff/allowed.tsx';
import { CustomerAside } from './inbox/customer-aside.tsx';

/** The chats of all customers, with the details of the one in conversation. */
export function InboxPage() {
  const counts = useTicketCounts();
  return (
    <Inbox
      waitingTickets={counts.data?.waiting}
      renderCustomer={(customerId) => (
        <Allowed to={getCustomer}>
          <CustomerAside customerId={customerId} />
        </Allowed>
      )}
    />
  );
}
