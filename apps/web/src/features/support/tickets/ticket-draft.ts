import { createTicket, ticketAttachment } from '@portal/contract/support/tickets';
import { useEffect } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import * as z from 'zod/mini';
import { deleteDraft, saveDraft } from '../../../shared/offline/saved-drafts.ts';
import type { AttachmentBox } from './attachment-box.ts';

/** The values of the form; files have ids once they are uploaded and are stored beside it. */
export type TicketFields = z.input<typeof createTicket.body>;
export type TicketBody = z.output<typeof createTicket.body>;

export const EMPTY_TICKET: TicketFields = { subject: '', description: '', priority: 'medium', category: 'other' };

const { priority, category } = createTicket.body.shape;

/** A ticket that has not been sent. */
export const ticketDraft = z.object({
  subject: z.string(),
  description: z.string(),
  priority,
  category,
  attachments: z.array(ticketAttachment),
});

/**
 * Stores the form, and the uploaded files, on this device as they change; nothing once all of it is
 * empty.
 */
export function useTicketDraft(
  key: string,
  { subscribe, getValues }: UseFormReturn<TicketFields, unknown, TicketBody>,
  box: AttachmentBox,
): void {
  useEffect(() => {
    function keep() {
      const { subject, description, ...rest } = getValues();
      const attachments = box.attachments();
      if (`${subject}${description}`.trim() === '' && attachments.length === 0) deleteDraft(key);
      else saveDraft(key, { ...rest, subject, description, attachments });
    }
    const stops = [subscribe({ formState: { values: true }, callback: keep }), box.subscribe(keep)];
    return () => {
      for (const stop of stops) stop();
    };
  }, [key, subscribe, getValues, box]);
}
