import type { StaffTicketThread } from '@portal/contract/support/staff-tickets';
import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { toast } from '../../../../../shared/ui/feedback/toast.ts';
import { moveStaffDraft } from '../use-staff-reply.ts';

type MergedTicketProps = {
  ticket: Pick<StaffTicketThread, 'id' | 'number'>;
  into: { readonly id: string; readonly number: string };
  userId: number;
};

/** Leads from a merged ticket to the one in which it goes on, with what was being written. */
export function MergedTicket({ ticket: { id, number }, into, userId }: MergedTicketProps) {
  const navigate = useNavigate();
  useEffect(() => {
    moveStaffDraft(userId, id, into.id);
    toast({ title: `${number} goes on here`, description: `It was merged into ${into.number}.` });
    void navigate(`/admin/tickets/${into.id}`, { replace: true });
  }, [navigate, userId, id, number, into]);
  return null;
}
