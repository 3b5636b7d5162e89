import { changeTicket, isConfirmed, mergeTicket, type StaffTicketThread } from '@portal/contract/support/staff-tickets';
import { Merge, UserCheck } from 'lucide-react';
import { type ComponentType, useState } from 'react';
import { messageOf } from '../../../../../shared/api/api-error.ts';
import { useMutateOnce } from '../../../../../shared/api/use-mutate-once.ts';
import { KeyCap } from '../../../../../shared/staff/shortcuts/key-cap.tsx';
import { useShortcuts } from '../../../../../shared/staff/shortcuts/shortcuts.ts';
import { useMay } from '../../../../../shared/staff/use-may.ts';
import { toast } from '../../../../../shared/ui/feedback/toast.ts';
import { useChangeTicket } from '../api/change-ticket.ts';
import { MergeDialog } from '../merges/components/merge-dialog.tsx';

type TicketShortcutsProps = {
  ticket: StaffTicketThread;
  userId: number;
  /** Finds the customer into whose ticket that of an unconfirmed sender goes; null for who may not see customers. */
  CustomerChoice: ComponentType<{ title: string; onClose: () => void; onChoose: (id: string) => void }> | null;
};

/** Takes the ticket, and merges it, by a button or its key; neither for a closed one. */
export function TicketShortcuts({ ticket, userId, CustomerChoice }: TicketShortcutsProps) {
  const may = useMay();
  const change = useChangeTicket(ticket.id);
  const send = useMutateOnce(change);
  const [merging, setMerging] = useState<'choosing' | number | null>(null);
  const isOpen = ticket.status !== 'closed';
  const mayTake = isOpen && may(changeTicket) && ticket.assignee?.id !== userId;
  const mayMerge = isOpen && may(mergeTicket) && (isConfirmed(ticket) || CustomerChoice !== null);
  const beginMerge = () => setMerging(isConfirmed(ticket) ? ticket.customer.id : 'choosing');
  function take() {
    send(
      { assigneeId: userId },
      {
        onSuccess: () => toast({ title: 'Assigned to you' }),
        onError: (failure) => toast({ title: 'Not changed', description: messageOf(failure), variant: 'destructive' }),
      },
    );
  }
  useShortcuts([
    ...(mayTake ? [{ key: 'a', label: 'Assign it to me', run: take }] : []),
    ...(mayMerge ? [{ key: 'm', label: 'Merge it into another ticket', run: beginMerge }] : []),
  ]);
  return (
    <>
      {(mayTake || mayMerge) && (
        <div className="chips">
          {mayTake && (
            <button type="button" className="chip" aria-busy={change.isPending || undefined} onClick={take}>
              <UserCheck className="icon-small" />
              Assign to me
              <KeyCap>A</KeyCap>
            </button>
          )}
          {mayMerge && (
            <button type="button" className="chip" onClick={beginMerge}>
              <Merge className="icon-small" />
              Merge
              <KeyCap>M</KeyCap>
            </button>
          )}
        </div>
      )}
      {merging === 'choosing' && CustomerChoice && (
        <CustomerChoice
          title="Into a ticket of which customer?"
          onClose={() => setMerging(null)}
          onChoose={(id) => setMerging(Number(id))}
        />
      )}
      {typeof merging === 'number' && (
        <MergeDialog ticket={ticket} customerId={merging} userId={userId} onClose={() => setMerging(null)} />
      )}
    </>
  );
}
