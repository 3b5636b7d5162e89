import type { StaffTicketThread } from '@portal/contract/support/staff-tickets';
import { ticketMoves } from '@portal/kernel/ticket-state';
import { useState } from 'react';
import { messageOf } from '../../../../../shared/api/api-error.ts';
import { useMutateOnce } from '../../../../../shared/api/use-mutate-once.ts';
import { Alert } from '../../../../../shared/ui/alert.tsx';
import { Button } from '../../../../../shared/ui/button.tsx';
import { Dialog } from '../../../../../shared/ui/dialog.tsx';
import { toast } from '../../../../../shared/ui/toast.ts';
import { useChangeTicket } from '../api/change-ticket.ts';

type Move = (typeof ticketMoves)[keyof typeof ticketMoves][number];

const MOVES: Readonly<Record<Move, { readonly label: string; readonly asks: string; readonly done: string }>> = {
  'in-progress': {
    label: 'Take in hand',
    asks: 'The customer sees that somebody is working on it. If nobody has the ticket yet, it becomes yours.',
    done: 'Taken in hand',
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

/** The moves that the state of a ticket allows. What cannot be taken back is asked about first. */
export function TicketMoves({ ticket }: { ticket: StaffTicketThread }) {
  const change = useChangeTicket(ticket.id);
  const send = useMutateOnce(change);
  const [asked, setAsked] = useState<Move | null>(null);
  const moves = ticketMoves[ticket.status];
  function move(status: Move) {
    send(
      { status },
      {
        onSuccess: () => {
          setAsked(null);
          toast({ title: MOVES[status].done, description: ticket.number });
        },
        onError: (failure) => {
          if (status !== 'in-progress') return;
          toast({ title: 'Not changed', description: messageOf(failure), variant: 'destructive' });
        },
      },
    );
  }
  if (moves.length === 0 && asked === null) return null;
  return (
    <div className="flex flex-wrap gap-3">
      {moves.map((status) => (
        <Button
          key={status}
          variant={status === 'resolved' ? 'primary' : 'secondary'}
          busy={change.isPending && change.variables.status === status && asked === null}
          busyLabel="Saving..."
          onClick={() => {
            change.reset();
            if (status === 'in-progress') move(status);
            else setAsked(status);
          }}
        >
          {MOVES[status].label}
        </Button>
      ))}
      {asked && (
        <MoveDialog ticket={ticket} status={asked} change={change} onMove={move} onClose={() => setAsked(null)} />
      )}
    </div>
  );
}

type MoveDialogProps = {
  ticket: StaffTicketThread;
  status: Move;
  change: Pick<ReturnType<typeof useChangeTicket>, 'isPending' | 'error'>;
  onMove: (status: Move) => void;
  onClose: () => void;
};

function MoveDialog({ ticket, status, change, onMove, onClose }: MoveDialogProps) {
  const { label, asks } = MOVES[status];
  return (
    <Dialog
      open
      onClose={onClose}
      title={`${label} ${ticket.number}?`}
      actions={
        <>
          <Button busy={change.isPending} busyLabel="Saving..." onClick={() => onMove(status)}>
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
