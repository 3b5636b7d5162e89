import { useStaff } from '../../../features/identity/staff/staff/api/list-staff.ts';
import { SavedReplies } from '../../../features/support/saved-replies/staff/components/saved-replies.tsx';
import { Macros } from '../../../features/support/tickets/staff/macros/components/macros.tsx';
import { ConsolePageLayout } from '../layout/console-page-layout.tsx';

/** The replies that every agent may use, and the macros for tickets. */
export function SavedRepliesPage() {
  const staff = useStaff().data?.filter(({ takesTickets }) => takesTickets) ?? [];
  return (
    <ConsolePageLayout
      title="Saved replies"
      lead="Texts for frequent questions, in the customer’s language. Every agent finds them above the field of a chat or a ticket."
    >
      <SavedReplies />
      <Macros staff={staff} />
    </ConsolePageLayout>
  );
}
