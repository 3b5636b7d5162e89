import type { StaffTicketReply } from '@portal/contract/support/staff-tickets';
import { bidiIsolate } from '../../../../../shared/format/bidi-isolate.ts';
import { formatMoment } from '../../../../../shared/format/date.ts';
import { Button } from '../../../../../shared/ui/button/button.tsx';
import { Alert } from '../../../../../shared/ui/feedback/alert.tsx';

type NewerEntriesProps = {
  entries: readonly StaffTicketReply[];
  /** Who writes as the customer. */
  customer: string;
  busy: boolean;
  /** What is done all the same. */
  label: string;
  onSend: () => void;
  onRead: () => void;
};

function authorOf({ from, author, note }: StaffTicketReply, customer: string): string {
  const name = bidiIsolate(author ?? (from === 'customer' ? customer : 'Staff'));
  return note ? `${name}, in a note for staff` : name;
}

/** What others wrote while somebody was writing: nothing has been sent, and they decide. */
export function NewerEntries({ entries, customer, busy, label, onSend, onRead }: NewerEntriesProps) {
  return (
    <Alert kind="bad">
      <p className="semi">This came in while you were writing. Nothing has been sent.</p>
      <ul className="mt-2 grid max-h-64 gap-2 overflow-y-auto">
        {entries.map((entry) => (
          <li key={entry.id}>
            <p className="small semi">
              {authorOf(entry, customer)}, {formatMoment(entry.createdAt)}
            </p>
            <p className="break-words whitespace-pre-line">{entry.text}</p>
          </li>
        ))}
      </ul>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button variant="secondary" onClick={onRead}>
          Go on writing
        </Button>
        <Button variant="quiet" busy={busy} busyLabel="Sending..." onClick={onSend}>
          {label}
        </Button>
      </div>
    </Alert>
  );
}
