import { createTicket, type Ticket } from '@portal/contract/support/tickets';
import { type FormEvent, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { ApiError } from '../../../shared/api/api-error.ts';
import { formResolver } from '../../../shared/api/form-resolver.ts';
import { showServerErrors } from '../../../shared/api/show-server-errors.ts';
import { useOneAtATime } from '../../../shared/api/use-one-at-a-time.ts';
import { useText } from '../../../shared/i18n/use-text.ts';
import { readDraft } from '../../../shared/offline/saved-drafts.ts';
import { toast } from '../../../shared/ui/feedback/toast.ts';
import { useCreateTicket } from './api/create-ticket.ts';
import { uploadTicketFile } from './api/upload-attachment.ts';
import { EMPTY_TICKET, type TicketBody, type TicketFields, ticketDraft, useTicketDraft } from './ticket-draft.ts';
import { useAttachments } from './use-attachments.ts';

/** The text and files, starting with the draft on this device. */
function useWrittenTicket(userId: number) {
  const draftKey = `ticket:${userId}`;
  const [draft] = useState(() => readDraft(draftKey, ticketDraft));
  const [restored, setRestored] = useState(draft !== null);
  const attached = useAttachments(uploadTicketFile, draft?.attachments ?? []);
  const form = useForm<TicketFields, unknown, TicketBody>({
    resolver: formResolver(createTicket.body),
    defaultValues: draft ? { ...draft, attachments: [] } : EMPTY_TICKET,
  });
  useTicketDraft(draftKey, form, attached.box);
  function empty() {
    form.reset(EMPTY_TICKET);
    attached.box.clear();
    setRestored(false);
  }
  return { form, attached, restored, empty };
}

/**
 * The ticket form (specification sections 5 and 8): emptied after success, unchanged after a
 * failure, and stored on this device for `userId` alone until it is sent. `created` is the ticket
 * that was sent last.
 */
export function useTicketForm(userId: number) {
  const t = useText();
  const creation = useCreateTicket();
  const oneAtATime = useOneAtATime();
  const { form, attached, restored, empty } = useWrittenTicket(userId);
  const [created, setCreated] = useState<Ticket | null>(null);
  const { register, handleSubmit, formState, setFocus, control } = form;
  async function send(body: TicketBody) {
    const attachments = await attached.settle();
    if (!attachments) return;
    try {
      const { ticket } = await creation.mutateAsync({ ...body, attachments });
      empty();
      setCreated(ticket);
      const description = t('Your ticket number is {number}. You find it under My tickets.', { number: ticket.number });
      toast({ title: t('Ticket created'), description });
    } catch (failure) {
      if (failure instanceof ApiError && failure.code === 'file.not-found') attached.box.expire();
      showServerErrors(form, failure, ['subject', 'priority', 'description']);
      const description = t('Failed to create support ticket. Please try again.');
      toast({ title: t('Error'), description, variant: 'destructive' });
    }
  }
  const failure = creation.error;
  const refusal = failure instanceof ApiError ? failure : undefined;
  return {
    attached,
    created,
    restored,
    register,
    busy: formState.isSubmitting,
    category: useWatch({ control, name: 'category' }) ?? 'other',
    /** Why the last attempt failed, in a sentence. */
    refusal: refusal ? refusal.serverMessage : failure?.message,
    discard: () => {
      empty();
      creation.reset();
      setFocus('subject');
    },
    submit: (event: FormEvent) => {
      event.preventDefault();
      oneAtATime(handleSubmit(send));
    },
    field: (name: 'subject' | 'priority' | 'description') => ({
      ...register(name),
      error: formState.errors[name]?.message,
    }),
  };
}
