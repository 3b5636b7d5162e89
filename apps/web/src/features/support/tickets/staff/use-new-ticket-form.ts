import { createTicketForCustomer } from '@portal/contract/support/staff-tickets';
import { promisesFor } from '@portal/kernel/ticket-promise';
import { useWatch } from 'react-hook-form';
import { useCallForm } from '../../../../shared/api/use-call-form.ts';
import { now } from '../../../../shared/format/clock.ts';
import { toast } from '../../../../shared/ui/feedback/toast.ts';
import { type NewTicketForm, useCreateTicketForCustomer } from './api/create-ticket-for-customer.ts';
import { slaLabel } from './sla-labels.ts';

const START: NewTicketForm = { subject: '', description: '', category: 'other', priority: 'medium' };

/** The form of a ticket that staff open: emptied after success, kept as it is after a failure. */
export function useNewTicketForm(customerId: number, onCreated: (ticketId: string) => void) {
  const { mutateAsync } = useCreateTicketForCustomer(customerId);
  const { form, ...callForm } = useCallForm({
    schema: createTicketForCustomer.body,
    start: START,
    bodyOf: (values) => values,
    call: mutateAsync,
    onDone: ({ ticket, message }) => {
      form.reset(START);
      toast({ title: 'Ticket created', description: message });
      onCreated(ticket.id);
    },
  });
  const category = useWatch({ control: form.control, name: 'category' });
  /** What is promised for the chosen category from this moment on. */
  const promise = slaLabel(promisesFor(category, now()));
  return { ...callForm, promise };
}
