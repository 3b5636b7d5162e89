import type { TicketThread } from '@portal/contract/support/tickets';
import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { useText } from '../../../../shared/i18n/use-text.ts';
import { useUser } from '../../../../shared/session/use-session.ts';
import { toast } from '../../../../shared/ui/feedback/toast.ts';
import { moveReplyDraft } from '../use-reply-form.ts';

type MergedTicketProps = {
  ticket: Pick<TicketThread, 'id' | 'number'>;
  into: { readonly id: string; readonly number: string };
};

/** Leads from a merged ticket to the one in which it goes on, with what was being written. */
export function MergedTicket({ ticket: { id, number }, into }: MergedTicketProps) {
  const t = useText();
  const userId = useUser()?.id ?? 0;
  const navigate = useNavigate();
  useEffect(() => {
    moveReplyDraft(userId, id, into.id);
    toast({ title: t('Your ticket {ticket} goes on as {remaining}.', { ticket: number, remaining: into.number }) });
    void navigate(`/support/tickets/${into.id}`, { replace: true });
  }, [t, navigate, userId, id, number, into]);
  return null;
}
