import { type TicketForm, ticketForm } from '@portal/contract/ticket';
import type { FormEvent } from 'react';
import { useForm } from 'react-hook-form';
import { ApiError } from '../../shared/api/api-error.ts';
import { formResolver } from '../../shared/api/form-resolver.ts';
import { useOneAtATime } from '../../shared/api/use-one-at-a-time.ts';
import { useText } from '../../shared/i18n/use-text.ts';
import { toast } from '../../shared/ui/toast.ts';
import { useCreateTicket } from './api/create-ticket.ts';

const START: TicketForm = { subject: '', description: '', priority: 'medium' };

/** The ticket form (specification sections 5 and 8): emptied after success, kept as it is after a failure. */
export function useTicketForm() {
  const t = useText();
  const creation = useCreateTicket();
  const oneAtATime = useOneAtATime();
  const { register, handleSubmit, formState, reset } = useForm({
    resolver: formResolver(ticketForm),
    defaultValues: START,
  });
  async function send(form: TicketForm) {
    try {
      const { ticket } = await creation.mutateAsync(form);
      reset(START);
      toast({
        title: t('Ticket created'),
        description: t('Your ticket number is {number}. You find it under My tickets.', { number: ticket.number }),
      });
    } catch {
      toast({
        title: t('Error'),
        description: t('Failed to create support ticket. Please try again.'),
        variant: 'destructive',
      });
    }
  }
  const refusal = creation.error instanceof ApiError ? creation.error : undefined;
  return {
    busy: creation.isPending,
    /** The server's own sentence about the last attempt, when it gave one. */
    refusal: refusal?.serverMessage,
    submit: (event: FormEvent) => {
      event.preventDefault();
      oneAtATime(handleSubmit(send));
    },
    field: (name: keyof TicketForm) => {
      const message = formState.errors[name]?.message ?? refusal?.errors[name];
      return { ...register(name), error: message && t(message) };
    },
  };
}
