import type { ReactNode } from 'react';
import { messageOf } from '../api/api-error.ts';
import { Button } from '../ui/button/button.tsx';
import { Dialog } from '../ui/dialog/dialog.tsx';
import { Alert } from '../ui/feedback/alert.tsx';

export type ConfirmDialogProps = {
  title: string;
  confirm: string;
  busy: boolean;
  /** Why it failed, null while it has not. */
  error: unknown;
  onConfirm: () => void;
  onClose: () => void;
  children: ReactNode;
};

/** Asks staff before something that cannot be taken back; the children say what it does. */
export function ConfirmDialog({ title, confirm, busy, error, onConfirm, onClose, children }: ConfirmDialogProps) {
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      actions={
        <>
          <Button busy={busy} busyLabel="Saving..." onClick={onConfirm}>
            {confirm}
          </Button>
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
        </>
      }
    >
      <p className="soft mt-3">{children}</p>
      {error !== null && (
        <Alert kind="bad" className="mt-4">
          {messageOf(error)}
        </Alert>
      )}
    </Dialog>
  );
}
