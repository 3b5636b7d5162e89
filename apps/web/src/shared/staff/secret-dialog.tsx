import { Check, Copy } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../ui/button/button.tsx';
import { Dialog } from '../ui/dialog/dialog.tsx';
import { Alert } from '../ui/feedback/alert.tsx';
import { useClipboard } from '../ui/hooks/use-clipboard.ts';

export type SecretDialogProps = { title: string; secret: string; onClose: () => void; children: ReactNode };

/** Shows staff a secret of the operator's, once. */
export function SecretDialog({ title, secret, onClose, children }: SecretDialogProps) {
  const { copied, copy } = useClipboard();
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      actions={
        <>
          <Button onClick={() => void copy(secret)}>
            {copied ? <Check /> : <Copy />}
            {copied ? 'Copied' : 'Copy'}
          </Button>
          <Button variant="secondary" onClick={onClose}>
            Done
          </Button>
        </>
      }
    >
      <p className="soft mt-3">{children}</p>
      <p className="mt-4 rounded-(--r-3) border border-line bg-sheet p-3 font-mono wrap-anywhere select-all">
        {secret}
      </p>
      <Alert kind="warn" className="mt-4">
        It is shown only now. If it is lost, make a new one.
      </Alert>
    </Dialog>
  );
}
