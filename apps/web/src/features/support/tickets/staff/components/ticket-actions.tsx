import type { StaffTicketThread } from '@portal/contract/support/staff-tickets';
import { ticketTransitions } from '@portal/kernel/support/ticket-state';
import { useState } from 'react';
import { messageOf } from '../../../../../shared/api/api-error.ts';
import { useMutateOnce } from '../../../../../shared/api/use-mutate-once.ts';
import { Button } from '../../../../../shared/ui/button/button.tsx';
import { Dialog } from '../../../../../shared/ui/dialog/dialog.tsx';
import { Alert } from '../../../../../shared/ui/feedback/alert.tsx';
import { toast } from '../../../../../shared/ui/feedback/toast.ts';
import { useChangeTicket } from '../api/change-ticket.ts';

type Action = (typeof ticketTransitions)[keyof typeof ticketTransitions][number];

const ACTIONS: Readonly<Record<Action, { readonly label: string; readonly asks: string; readonly done: string }>> = {
  'in-progress': {
    label: 'Start progress',
    asks: 'The customer sees that somebody is working on it. If nobody has the ticket yet, it becomes yours.',
    done: 'In progress',
  },
  resolved: {
    label: 'Resolve',
    asks: 'The customer gets a mail that it is solved. Their reply opens the ticket again; staff cannot.',
    done: 'Resolved',
  },
  closed: {
    label: 'Close',
    asks: 'Closing is final: neither side can write to each other here any more. Staff notes can still be added.',
    done: 'Closed',
  },
};

/** The actions that the status of a ticket allows. Irreversible ones need a confirmation. */
export function TicketActions({ ticket }: { ticket: StaffTicketThread }) {
  const change = useChangeTicket(ticket.id);
  const send = useMutateOnce(change);
  const [asked, setAsked] = useState<Action | null>(null);
  const actions = ticketTransitions[ticket.status];
  function apply(status: Action) {
    send(
      { status },
      {
        onSuccess: () => {
          setAsked(null);
          toast({ title: ACTIONS[status].done, description: ticket.number });
        },
        onError: (failure) => {
          if (status !== 'in-progress') return;
          toast({ title: 'Not changed', description: messageOf(failure), variant: 'destructive' });
        },
      },
    );
  }
  if (actions.length === 0 && asked === null) return null;
  return (
    <div className="flex flex-wrap gap-3">
      {actions.map((status) => (
        <Button
          key={status}
          variant={status === 'resolved' ? 'primary' : 'secondary'}
          busy={change.isPending && change.variables.status === status && asked === null}
          busyLabel="Saving..."
          onClick={() => {
            change.reset();
            if (status === 'in-progress') apply(status);
            else setAsked(status);
          }}
        >
          {ACTIONS[status].label}
        </Button>
      ))}
      {asked && (
        <TicketActionDialog
          ticket={ticket}
          status={asked}
          change={change}
          onAction={apply}
          onClose={() => setAsked(null)}
        />
      )}
    </div>
  );
}

type TicketActionDialogProps = {
  ticket: StaffTicketThread;
  status: Action;
  change: Pick<ReturnType<typeof useChangeTicket>, 'isPending' | 'error'>;
  onAction: (status: Action) => void;
  onClose: () => void;
};

function TicketActionDialog({ ticket, status, change, onAction, onClose }: TicketActionDialogProps) {
  const { label, asks } = ACTIONS[status];
  return (
    <Dialog
      open
      onClose={onClose}
      title={`${label} ${ticket.number}?`}
      actions={
        <>
          <Button busy={change.isPending} busyLabel="Saving..." onClick={() => onAction(status)}>
            {label}
          </Button>
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
        </>
      }
    >
      <p className="soft mt-3">{asks}</p>
      {change.error && (
        <Alert kind="bad" className="mt-4">
          {messageOf(change.error)}
        </Alert>
      )}
    </Dialog>
  );
}
