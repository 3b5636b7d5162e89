import { createTicketForCustomer } from '@portal/contract/support/staff-tickets';
import { slaDeadlines } from '@portal/kernel/support/ticket-sla';
import { useWatch } from 'react-hook-form';
import { useCallForm } from '../../../../shared/api/use-call-form.ts';
import { now } from '../../../../shared/format/clock.ts';
import { toast } from '../../../../shared/ui/feedback/toast.ts';
import { useSlaRules } from '../use-sla-rules.ts';
import { type NewTicketForm, useCreateTicketForCustomer } from './api/create-ticket-for-customer.ts';
import { slaLabel } from './sla-labels.ts';

const START: NewTicketForm = { subject: '', description: '', category: 'other', priority: 'medium' };

/** The form of a ticket that staff open: emptied after success, unchanged after a failure. */
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
  /** The SLA of the chosen category from now on. */
  const sla = slaLabel(slaDeadlines(category, now(), useSlaRules()));
  return { ...callForm, sla };
}
