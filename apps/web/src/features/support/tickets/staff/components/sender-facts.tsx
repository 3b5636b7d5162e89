import type { StaffTicketThread } from '@portal/contract/support/staff-tickets';
import { bidiIsolate } from '../../../../../shared/format/bidi-isolate.ts';
import { Alert } from '../../../../../shared/ui/feedback/alert.tsx';
import { senderWarnings } from '../sender-labels.ts';

/** Who wrote the mail that opened a ticket, and whether to believe it; nothing for any other ticket. */
export function SenderFacts({ ticket }: { ticket: StaffTicketThread }) {
  const { sender, senderWarning } = ticket;
  if (!sender) return null;
  return (
    <div className="grid gap-3">
      <p className="wrap-anywhere">
        {sender.name && <span className="semi block">{bidiIsolate(sender.name)}</span>}
        <span className={sender.name ? 'small soft' : 'semi'}>{sender.email || 'Without an address to answer to'}</span>
      </p>
      {senderWarning && (
        <Alert kind={senderWarning === 'unknown-sender' ? 'warn' : 'bad'}>{senderWarnings[senderWarning]}</Alert>
      )}
    </div>
  );
}
