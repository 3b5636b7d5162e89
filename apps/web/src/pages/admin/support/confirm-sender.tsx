import type { StaffTicketThread } from '@portal/contract/support/staff-tickets';
import { UserRoundCheck } from 'lucide-react';
import { useState } from 'react';
import { useCustomer } from '../../../features/console/customers/staff/api/get-customer.ts';
import { useConfirmSender } from '../../../features/support/tickets/staff/api/confirm-sender.ts';
import { writerOf } from '../../../features/support/tickets/staff/sender-labels.ts';
import { messageOf } from '../../../shared/api/api-error.ts';
import { useMutateOnce } from '../../../shared/api/use-mutate-once.ts';
import { bidiIsolate } from '../../../shared/format/bidi-isolate.ts';
import { Button } from '../../../shared/ui/button/button.tsx';
import { Dialog } from '../../../shared/ui/dialog/dialog.tsx';
import { Alert } from '../../../shared/ui/feedback/alert.tsx';
import { toast } from '../../../shared/ui/feedback/toast.ts';
import { CustomerDialog } from '../console/customer-picker.tsx';

/** Finds the customer who wrote a mail, and makes the ticket theirs after a second look. */
export function ConfirmSender({ ticket }: { ticket: StaffTicketThread }) {
  const [chosen, setChosen] = useState<'choosing' | number | null>(null);
  return (
    <>
      <Button variant="secondary" onClick={() => setChosen('choosing')}>
        <UserRoundCheck className="icon-small" />
        Confirm who it is
      </Button>
      {chosen === 'choosing' && (
        <CustomerDialog
          title="Which customer wrote it?"
          onClose={() => setChosen(null)}
          onChoose={(id) => setChosen(Number(id))}
        />
      )}
      {typeof chosen === 'number' && (
        <Confirmation ticket={ticket} customerId={chosen} onClose={() => setChosen(null)} />
      )}
    </>
  );
}

type ConfirmationProps = { ticket: StaffTicketThread; customerId: number; onClose: () => void };

function Confirmation({ ticket, customerId, onClose }: ConfirmationProps) {
  const customer = useCustomer(customerId).data;
  const confirm = useConfirmSender(ticket.id);
  const send = useMutateOnce(confirm);
  const name = bidiIsolate(customer?.name ?? `customer no. ${customerId}`);
  function apply() {
    send(customerId, {
      onSuccess: ({ message }) => {
        onClose();
        toast({ title: 'Sender confirmed', description: message });
      },
    });
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Is it ${name}?`}
      actions={
        <>
          <Button busy={confirm.isPending} busyLabel="Confirming..." onClick={apply}>
            Confirm the sender
          </Button>
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
        </>
      }
    >
      <p className="soft mt-3">
        {ticket.number} by {bidiIsolate(writerOf(ticket))} becomes a ticket of {name}: they see all of it, and get a
        mail that it is theirs. Further answers go to their own mailbox{customer?.email ? ` ${customer.email}` : ''},
        not to the address that wrote.
      </p>
      <p className="soft mt-3">
        Ask for something that only the customer knows before you confirm. This cannot be undone.
      </p>
      {confirm.error && (
        <Alert kind="bad" className="mt-4">
          {messageOf(confirm.error)}
        </Alert>
      )}
    </Dialog>
  );
}
