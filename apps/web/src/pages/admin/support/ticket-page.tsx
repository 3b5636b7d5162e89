import { listAudit } from '@portal/contract/console/audit';
import { getCustomer } from '@portal/contract/console/customers';
import type { StaffTicketThread } from '@portal/contract/support/staff-tickets';
import { confirmSender, isConfirmed, replyAsStaff } from '@portal/contract/support/staff-tickets';
import type { ReactNode } from 'react';
import { useParams } from 'react-router';
import { useStaff } from '../../../features/identity/staff/staff/api/list-staff.ts';
import { useStaffTicket } from '../../../features/support/tickets/staff/api/get-staff-ticket.ts';
import { MergedTicket } from '../../../features/support/tickets/staff/components/merged-ticket.tsx';
import { ReplyComposer } from '../../../features/support/tickets/staff/components/reply-composer.tsx';
import { SenderFacts } from '../../../features/support/tickets/staff/components/sender-facts.tsx';
import { SlaFacts } from '../../../features/support/tickets/staff/components/sla-facts.tsx';
import { TicketHandling } from '../../../features/support/tickets/staff/components/ticket-handling.tsx';
import { TicketHead } from '../../../features/support/tickets/staff/components/ticket-head.tsx';
import { TicketShortcuts } from '../../../features/support/tickets/staff/components/ticket-shortcuts.tsx';
import { TicketTags } from '../../../features/support/tickets/staff/components/ticket-tags.tsx';
import { TicketThread } from '../../../features/support/tickets/staff/components/ticket-thread.tsx';
import { TicketPresence } from '../../../features/support/tickets/staff/presence/ticket-presence.tsx';
import { useTicketPresence } from '../../../features/support/tickets/staff/presence/use-ticket-presence.ts';
import { useUser } from '../../../shared/session/use-session.ts';
import { Allowed } from '../../../shared/staff/allowed.tsx';
import { useMay } from '../../../shared/staff/use-may.ts';
import { Skeleton } from '../../../shared/ui/async/skeleton.tsx';
import { ArrowLink } from '../../../shared/ui/button/arrow-link.tsx';
import { CustomerInShort } from '../console/customer-in-short.tsx';
import { CustomerDialog } from '../console/customer-picker.tsx';
import { ConsolePageLayout } from '../layout/console-page-layout.tsx';
import { FoundOrMissing } from '../layout/found-or-missing.tsx';
import { ConfirmSender } from './confirm-sender.tsx';

const TICKETS = { to: '/admin/tickets', label: 'Tickets' };

/** /admin/tickets/:id: the thread, and the details needed to answer it. */
export function TicketPage() {
  const { id = '' } = useParams();
  const ticket = useStaffTicket(id);
  return (
    <ConsolePageLayout back={TICKETS}>
      <FoundOrMissing
        query={ticket}
        failure="We could not load the ticket"
        missing="There is no such ticket"
        back={TICKETS}
        skeleton={<Skeleton className="h-[32rem] w-full" />}
      >
        {(loaded) => <OpenedTicket key={loaded.id} ticket={loaded} />}
      </FoundOrMissing>
    </ConsolePageLayout>
  );
}

function OpenedTicket({ ticket }: { ticket: StaffTicketThread }) {
  const user = useUser();
  if (!user) return null;
  if (ticket.mergedInto) return <MergedTicket ticket={ticket} into={ticket.mergedInto} userId={user.id} />;
  return <TicketView ticket={ticket} userId={user.id} />;
}

function TicketView({ ticket, userId }: { ticket: StaffTicketThread; userId: number }) {
  const staff = useStaff();
  const may = useMay();
  const { others, type } = useTicketPresence(ticket.id);
  return (
    <>
      <TicketHead ticket={ticket} />
      <div className="mt-4 flex flex-wrap items-center justify-between gap-x-8 gap-y-3 empty:hidden">
        <TicketPresence others={others} staff={staff.data} />
        <TicketShortcuts ticket={ticket} userId={userId} CustomerChoice={may(getCustomer) ? CustomerDialog : null} />
      </div>
      <div className="grid grid-cols-1 gap-x-12 lg:grid-cols-[minmax(0,1fr)_300px]">
        <div className="min-w-0">
          <TicketThread ticket={ticket} />
          <Allowed to={replyAsStaff}>
            <ReplyComposer ticket={ticket} userId={userId} onTyping={type} />
          </Allowed>
        </div>
        <aside aria-label="About this ticket" className="max-lg:mt-8 lg:border-line lg:border-l lg:pl-6">
          <AsidePart title="SLA">
            <SlaFacts ticket={ticket} />
          </AsidePart>
          <AsidePart title="Handling">
            <TicketHandling ticket={ticket} staff={staff} />
          </AsidePart>
          <AsidePart title="Tags">
            <TicketTags ticket={ticket} />
          </AsidePart>
          {ticket.sender && (
            <AsidePart title="Sender of the mail">
              <SenderFacts ticket={ticket} />
              {!isConfirmed(ticket) && ticket.status !== 'closed' && (
                <Allowed to={confirmSender}>
                  <Allowed to={getCustomer}>
                    <div className="mt-3">
                      <ConfirmSender ticket={ticket} />
                    </div>
                  </Allowed>
                </Allowed>
              )}
            </AsidePart>
          )}
          {isConfirmed(ticket) && (
            <Allowed to={getCustomer}>
              <AsidePart title="Customer">
                <CustomerInShort id={ticket.customer.id} ticketId={ticket.id} />
              </AsidePart>
            </Allowed>
          )}
          <Allowed to={listAudit}>
            <ArrowLink to={`/admin/audit?subject=ticket:${ticket.id}`}>Changes by staff</ArrowLink>
          </Allowed>
        </aside>
      </div>
    </>
  );
}

function AsidePart({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="border-line border-b py-5">
      <h2 className="small semi muted mb-3">{title}</h2>
      {children}
    </section>
  );
}
