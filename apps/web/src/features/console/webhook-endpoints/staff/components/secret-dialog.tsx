import { Check, Copy } from 'lucide-react';
import { Button } from '../../../../../shared/ui/button/button.tsx';
import { Dialog } from '../../../../../shared/ui/dialog/dialog.tsx';
import { Alert } from '../../../../../shared/ui/feedback/alert.tsx';
import { useClipboard } from '../../../../../shared/ui/hooks/use-clipboard.ts';

export type SecretDialogProps = { secret: string; isRotated: boolean; onClose: () => void };

/** Shows the secret of an endpoint, once. */
export function SecretDialog({ secret, isRotated, onClose }: SecretDialogProps) {
  const { copied, copy } = useClipboard();
  return (
    <Dialog
      open
      onClose={onClose}
      title="Keep this secret"
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
      <p className="soft mt-3">
        The program at the address checks with it that a webhook comes from this portal.
        {isRotated && ' For 24 hours webhooks are signed with the secret before, too.'}
      </p>
      <p className="mt-4 rounded-(--r-3) border border-line bg-sheet p-3 font-mono wrap-anywhere select-all">
        {secret}
      </p>
      <Alert kind="warn" className="mt-4">
        It is shown only now. If it is lost, make a new one.
      </Alert>
    </Dialog>
  );
}
