import { type StaffTicketThread, setTicketTags } from '@portal/contract/support/staff-tickets';
import { TagEditor } from '../../../../../shared/staff/tag-editor.tsx';
import { useMay } from '../../../../../shared/staff/use-may.ts';
import { useSetTicketTags } from '../api/set-ticket-tags.ts';

/** The words by which staff group tickets. */
export function TicketTags({ ticket: { id, tags = [] } }: { ticket: StaffTicketThread }) {
  return (
    <TagEditor
      tags={tags}
      save={useSetTicketTags(id)}
      mayChange={useMay()(setTicketTags)}
      listOf={(tag) => `/admin/tickets?${new URLSearchParams({ tag })}`}
    />
  );
}
