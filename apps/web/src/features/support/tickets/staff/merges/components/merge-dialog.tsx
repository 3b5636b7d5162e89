import { isConfirmed, type StaffTicket, type StaffTicketThread } from '@portal/contract/support/staff-tickets';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { messageOf } from '../../../../../../shared/api/api-error.ts';
import { useMutateOnce } from '../../../../../../shared/api/use-mutate-once.ts';
import { bidiIsolate } from '../../../../../../shared/format/bidi-isolate.ts';
import { formatMoment } from '../../../../../../shared/format/date.ts';
import { AsyncBoundary } from '../../../../../../shared/ui/async/async-boundary.tsx';
import { EmptyState } from '../../../../../../shared/ui/async/empty-state.tsx';
import { ShowMore } from '../../../../../../shared/ui/async/show-more.tsx';
import { Skeleton } from '../../../../../../shared/ui/async/skeleton.tsx';
import { Button } from '../../../../../../shared/ui/button/button.tsx';
import { Dialog } from '../../../../../../shared/ui/dialog/dialog.tsx';
import { Alert } from '../../../../../../shared/ui/feedback/alert.tsx';
import { toast } from '../../../../../../shared/ui/feedback/toast.ts';
import { RadioRows } from '../../../../chat/staff/components/radio-rows.tsx';
import { ticketStatuses } from '../../../ticket-labels.ts';
import { useStaffTickets } from '../../api/list-staff-tickets.ts';
import { writerOf } from '../../sender-labels.ts';
import { moveStaffDraft } from '../../use-staff-reply.ts';
import { useMergeTicket } from '../api/merge-ticket.ts';

type MergeDialogProps = {
  ticket: StaffTicketThread;
  /** Of whom the other ticket is. */
  customerId: number;
  userId: number;
  onClose: () => void;
};

/**
 * Merges a ticket into another that waits, of the same customer or, for an unconfirmed sender, of the one
 * that they are; nothing takes it apart again.
 */
export function MergeDialog({ ticket, customerId, userId, onClose }: MergeDialogProps) {
  const [into, setInto] = useState<StaffTicket | null>(null);
  const navigate = useNavigate();
  const merging = useMergeTicket(ticket.id);
  const send = useMutateOnce(merging);
  function merge(target: StaffTicket) {
    send(target.id, {
      onSuccess: ({ message }) => {
        moveStaffDraft(userId, ticket.id, target.id);
        toast({ title: 'Merged', description: message });
        onClose();
        void navigate(`/admin/tickets/${target.id}`, { replace: true });
      },
    });
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Merge ${ticket.number}`}
      actions={
        <>
          <Button
            busy={merging.isPending}
            busyLabel="Merging..."
            disabled={into === null}
            onClick={() => into && merge(into)}
          >
            {into ? `Merge into ${into.number}` : 'Merge'}
          </Button>
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
        </>
      }
    >
      <p className="soft mt-2">
        {ticket.number} is closed and leads to the other one, which gets everything that was written, its files and
        tags, and the SLA of the older of the two. The customer is told once. It cannot be undone.
      </p>
      {!isConfirmed(ticket) && (
        <Alert kind="warn" className="mt-4">
          Nobody has confirmed who this is. By merging you confirm that {bidiIsolate(writerOf(ticket))} is{' '}
          {into ? bidiIsolate(into.customer.name) : 'this customer'}, who will read all of it: ask first for something
          that only the customer knows.
        </Alert>
      )}
      <Others ticket={ticket} customerId={customerId} chosen={into} onChoose={setInto} />
      {merging.error && (
        <Alert kind="bad" className="mt-4">
          {messageOf(merging.error)}
        </Alert>
      )}
    </Dialog>
  );
}

type OthersProps = {
  ticket: StaffTicketThread;
  customerId: number;
  chosen: StaffTicket | null;
  onChoose: (ticket: StaffTicket) => void;
};

function Others({ ticket, customerId, chosen, onChoose }: OthersProps) {
  const waiting = useStaffTickets({ view: 'waiting', category: null, tag: null, customer: customerId });
  return (
    <AsyncBoundary
      query={waiting}
      failure="We could not load the customer’s other tickets"
      skeleton={<Skeleton className="mt-4 h-32 w-full" />}
    >
      {(loaded) => {
        const others = loaded.filter(({ id }) => id !== ticket.id);
        if (others.length === 0) {
          return (
            <div className="mt-4">
              <EmptyState title="No other ticket of this customer waits">
                A ticket is merged into one that is open or in progress.
              </EmptyState>
            </div>
          );
        }
        return (
          <div className="mt-4 max-h-[40dvh] overflow-y-auto">
            <RadioRows
              legend="Into which ticket"
              options={others.map(({ id, number, title, status, createdAt }) => ({
                value: id,
                label: `${number}, ${title}`,
                hint: `${ticketStatuses[status].label}, since ${formatMoment(createdAt)}`,
              }))}
              value={chosen?.id ?? ''}
              onChange={(id) => {
                const other = others.find((one) => one.id === id);
                if (other) onChoose(other);
              }}
            />
            <ShowMore query={waiting} />
          </div>
        );
      }}
    </AsyncBoundary>
  );
}
