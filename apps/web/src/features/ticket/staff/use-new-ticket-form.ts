import { createTicketForCustomer } from '@portal/contract/staff-ticket';
import { promisesFor } from '@portal/kernel/ticket-promise';
import type { FormEvent } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { ApiError, messageOf } from '../../../shared/api/api-error.ts';
import { formResolver } from '../../../shared/api/form-resolver.ts';
import { useOneAtATime } from '../../../shared/api/use-one-at-a-time.ts';
import { now } from '../../../shared/format/clock.ts';
import { toast } from '../../../shared/ui/toast.ts';
import { type NewTicketForm, useCreateTicketForCustomer } from './api/create-ticket-for-customer.ts';
import { promiseInWords } from './promise-in-words.ts';

const START: NewTicketForm = { subject: '', description: '', category: 'other', priority: 'medium' };

/** The form of a ticket that staff open: emptied after success, kept as it is after a failure. */
export function useNewTicketForm(customerId: number, onCreated: (ticketId: string) => void) {
  const creation = useCreateTicketForCustomer(customerId);
  const oneAtATime = useOneAtATime();
  const { register, handleSubmit, formState, reset, control } = useForm({
    resolver: formResolver(createTicketForCustomer.body),
    defaultValues: START,
  });
  const category = useWatch({ control, name: 'category' }) ?? START.category;
  async function create(form: NewTicketForm) {
    try {
      const { ticket, message } = await creation.mutateAsync(form);
      reset(START);
      toast({ title: 'Ticket created', description: message });
      onCreated(ticket.id);
    } catch {
      // shown in the form: creation.error
    }
  }
  const refusal = creation.error instanceof ApiError ? creation.error : undefined;
  const atFields = Object.keys(refusal?.errors ?? {}).some((name) => Object.hasOwn(START, name));
  return {
    busy: creation.isPending,
    /** What is promised for the chosen category from this moment on. */
    promise: promiseInWords(promisesFor(category, now())),
    failure: creation.error && !atFields ? messageOf(creation.error, creation.error.message) : undefined,
    submit: (event: FormEvent) => {
      event.preventDefault();
      oneAtATime(handleSubmit(create));
    },
    field: (name: keyof NewTicketForm) => ({
      ...register(name),
      error: formState.errors[name]?.message ?? refusal?.errors[name],
    }),
  };
}
