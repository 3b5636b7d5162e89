import type { StaffTicketThread } from '@portal/contract/support/staff-tickets';
import { changeTicket } from '@portal/contract/support/staff-tickets';
import { ticketPriority } from '@portal/contract/support/tickets';
import type { UseQueryResult } from '@tanstack/react-query';
import { messageOf } from '../../../../../shared/api/api-error.ts';
import { useMutateOnce } from '../../../../../shared/api/use-mutate-once.ts';
import { useUser } from '../../../../../shared/session/use-session.ts';
import { useMay } from '../../../../../shared/staff/use-may.ts';
import { AsyncBoundary } from '../../../../../shared/ui/async/async-boundary.tsx';
import { toast } from '../../../../../shared/ui/feedback/toast.ts';
import { SelectField } from '../../../../../shared/ui/form/select-field.tsx';
import { DescriptionList } from '../../../../../shared/ui/layout/description-list.tsx';
import { ticketPriorities } from '../../ticket-labels.ts';
import { type TicketChange, useChangeTicket } from '../api/change-ticket.ts';
import { categoryNames } from '../category-names.ts';
import { CategoryChange } from './category-change.tsx';

type TicketHandlingProps = {
  ticket: StaffTicketThread;
  /** The possible assignees. */
  staff: UseQueryResult<readonly { readonly id: number; readonly name: string; readonly takesTickets: boolean }[]>;
};

/**
 * Assignee, priority and category of the ticket. Assignee and priority are saved as soon as they
 * are chosen.
 */
export function TicketHandling({ ticket, staff }: TicketHandlingProps) {
  const change = useChangeTicket(ticket.id);
  const send = useMutateOnce(change);
  const mayChange = useMay()(changeTicket);
  if (ticket.status === 'closed' || !mayChange) return <HandledBefore ticket={ticket} />;
  function save(wanted: TicketChange, done: string) {
    send(wanted, {
      onSuccess: () => toast({ title: done }),
      onError: (failure) =>
        toast({
          title: 'Not changed',
          description: messageOf(failure),
          variant: 'destructive',
        }),
    });
  }
  return (
    <div className="grid gap-4">
      <AssigneeField ticket={ticket} staff={staff} busy={change.isPending} onSave={save} />
      <SelectField
        label="Priority"
        options={ticketPriority.options.map((value) => ({ value, label: ticketPriorities[value].label }))}
        value={ticket.priority}
        disabled={change.isPending}
        onChange={({ target }) => {
          const priority = ticketPriority.options.find((option) => option === target.value);
          if (priority) save({ priority }, `Priority: ${ticketPriorities[priority].label}`);
        }}
      />
      <CategoryChange key={ticket.category} ticket={ticket} busy={change.isPending} onSave={save} />
    </div>
  );
}

type AssigneeFieldProps = TicketHandlingProps & {
  busy: boolean;
  onSave: (change: TicketChange, done: string) => void;
};

function AssigneeField({ ticket: { assignee }, staff, busy, onSave }: AssigneeFieldProps) {
  const me = useUser();
  const others = (staff.data ?? []).filter(({ id, takesTickets }) => takesTickets && id !== me?.id);
  const listed = assignee === null || assignee.id === me?.id || others.some(({ id }) => id === assignee.id);
  const options = [
    { value: '', label: 'Unassigned' },
    ...(me ? [{ value: String(me.id), label: 'Me' }] : []),
    ...(listed ? others : [assignee, ...others]).map(({ id, name }) => ({ value: String(id), label: name })),
  ];
  return (
    <>
      <SelectField
        label="Assigned to"
        options={options}
        value={assignee ? String(assignee.id) : ''}
        disabled={busy}
        onChange={({ target: { value, selectedOptions } }) =>
          onSave(
            { assigneeId: value === '' ? null : Number(value) },
            value === '' ? 'Assigned to nobody' : `Assigned to ${selectedOptions[0]?.text.replace(/^Me$/, 'you')}`,
          )
        }
      />
      <AsyncBoundary query={staff} failure="We could not load your colleagues" skeleton={null}>
        {() => null}
      </AsyncBoundary>
    </>
  );
}

function HandledBefore({ ticket }: { ticket: StaffTicketThread }) {
  return (
    <DescriptionList
      className="small"
      facts={[
        { label: 'Assigned to', value: ticket.assignee?.name ?? 'Unassigned' },
        { label: 'Priority', value: ticketPriorities[ticket.priority].label },
        { label: 'Category', value: categoryNames[ticket.category] },
      ]}
    />
  );
}
