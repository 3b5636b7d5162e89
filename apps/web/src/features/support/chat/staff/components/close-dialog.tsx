import { useState } from 'react';
import { Button } from '../../../../../shared/ui/button/button.tsx';
import { Dialog } from '../../../../../shared/ui/dialog/dialog.tsx';
import type { CloseReason } from '../api/change-chat.ts';
import { RadioRows } from './radio-rows.tsx';

const REASONS: readonly { value: CloseReason; label: string; hint: string }[] = [
  { value: 'resolved', label: 'Resolved', hint: 'The customer has what they came for.' },
  { value: 'no-answer', label: 'No answer', hint: 'The customer writes no more.' },
  { value: 'moved-to-ticket', label: 'Moved to a ticket', hint: 'It goes on there.' },
  { value: 'misuse', label: 'Misuse', hint: 'Abuse, or nothing to do with us.' },
];

export type CloseDialogProps = {
  /** The customer is told where it goes on: only a chat with a ticket can have moved there. */
  hasTicket: boolean;
  open: boolean;
  busy: boolean;
  onClose: () => void;
  onConfirm: (reason: CloseReason) => void;
};

/** Why the chat ends. Final: the customer can start another. */
export function CloseDialog({ hasTicket, open, busy, onClose, onConfirm }: CloseDialogProps) {
  const [reason, setReason] = useState<CloseReason>('no-answer');
  const reasons = REASONS.filter(({ value }) => hasTicket || value !== 'moved-to-ticket');
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Close this chat"
      actions={
        <>
          <Button busy={busy} busyLabel="Closing..." onClick={() => onConfirm(reason)}>
            Close chat
          </Button>
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
        </>
      }
    >
      <p className="soft mt-2 mb-3">This cannot be undone; the customer can start another chat.</p>
      <RadioRows legend="Reason" options={reasons} value={reason} onChange={setReason} />
    </Dialog>
  );
}
