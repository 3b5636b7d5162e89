import { messageOf } from '../../../../../shared/api/api-error.ts';
import { useOneAtATime } from '../../../../../shared/api/use-one-at-a-time.ts';
import { AsyncBoundary } from '../../../../../shared/ui/async/async-boundary.tsx';
import { Skeleton } from '../../../../../shared/ui/async/skeleton.tsx';
import { Button } from '../../../../../shared/ui/button/button.tsx';
import { Dialog } from '../../../../../shared/ui/dialog/dialog.tsx';
import { Alert } from '../../../../../shared/ui/feedback/alert.tsx';
import { toast } from '../../../../../shared/ui/feedback/toast.ts';
import { customerCountLabel, reachLabel } from '../announcement-labels.ts';
import { type AnnouncementBody, useAudience, useSendAnnouncement } from '../api/announcements.ts';

type SendDialogProps = { body: AnnouncementBody; onClose: () => void; onSent: () => void };

/** Asks for confirmation before an announcement is sent, with the number of recipients. */
export function SendDialog({ body, onClose, onSent }: SendDialogProps) {
  const { kind, audience, title } = body;
  const reach = useAudience({ kind, audience });
  const sending = useSendAnnouncement();
  const oneAtATime = useOneAtATime();
  const customers = reach.data?.customers ?? 0;
  async function send() {
    try {
      const { message } = await sending.mutateAsync(body);
      toast({ title, description: message });
      onSent();
    } catch {
      // shown in the dialog: sending.error
    }
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title="Send this now?"
      actions={
        <>
          <Button
            busy={sending.isPending}
            busyLabel="Sending..."
            disabled={customers === 0}
            onClick={() => oneAtATime(send)}
          >
            {customers === 0 ? 'Send' : `Send to ${customerCountLabel(customers)}`}
          </Button>
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
        </>
      }
    >
      <p className="semi mt-3 break-words">{title}</p>
      <AsyncBoundary
        query={reach}
        failure="We could not count the customers"
        skeleton={<Skeleton className="mt-2 h-12 w-full" />}
      >
        {(counted) => (
          <p className="soft mt-1">
            {reachLabel(kind, counted)} {counted.customers > 0 && 'It cannot be taken back.'}
          </p>
        )}
      </AsyncBoundary>
      {sending.error && (
        <Alert kind="bad" className="mt-4">
          {messageOf(sending.error)}
        </Alert>
      )}
    </Dialog>
  );
}
