import type { DeliveryKind } from '@portal/contract/console/operations';
import { messageOf } from '../../../../../shared/api/api-error.ts';
import { useMutateOnce } from '../../../../../shared/api/use-mutate-once.ts';
import { Button } from '../../../../../shared/ui/button/button.tsx';
import { Dialog } from '../../../../../shared/ui/dialog/dialog.tsx';
import { Alert } from '../../../../../shared/ui/feedback/alert.tsx';
import { toast } from '../../../../../shared/ui/feedback/toast.ts';
import { useRetry } from '../api/deliveries.ts';
import { DELIVERY_KINDS } from '../operations-labels.ts';

/** What one call retries at most. */
const AT_ONCE = 500;

export type RetryAllDialogProps = { kind: DeliveryKind; count: number; onClose: () => void };

/** Asks before many messages are sent again. */
export function RetryAllDialog({ kind, count, onClose }: RetryAllDialogProps) {
  const retrying = useRetry(kind);
  const retry = useMutateOnce(retrying);
  const name = DELIVERY_KINDS[kind].name;
  const send = () =>
    retry(null, {
      onSuccess: ({ message }) => {
        toast({ title: name, description: message });
        onClose();
      },
    });
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Retry ${name.toLowerCase()}?`}
      actions={
        <>
          <Button busy={retrying.isPending} busyLabel="Sending..." onClick={send}>
            Retry all
          </Button>
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
        </>
      }
    >
      <p className="soft mt-3">
        {count > AT_ONCE
          ? `The oldest ${AT_ONCE} of ${count.toLocaleString('en-NG')} are tried again now. Ask again for the rest.`
          : `${count.toLocaleString('en-NG')} are tried again now.`}{' '}
        {kind === 'webhook'
          ? 'The gateway is asked about each payment; none is booked twice.'
          : 'What was delivered is not sent again.'}
      </p>
      {retrying.isError && (
        <Alert kind="bad" className="mt-4">
          {messageOf(retrying.error)}
        </Alert>
      )}
    </Dialog>
  );
}
