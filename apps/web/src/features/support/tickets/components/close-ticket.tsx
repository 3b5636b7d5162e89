import type { Ticket } from '@portal/contract/support/tickets';
import { CircleCheck } from 'lucide-react';
import { useState } from 'react';
import { messageOf } from '../../../../shared/api/api-error.ts';
import { useMutateOnce } from '../../../../shared/api/use-mutate-once.ts';
import { useText } from '../../../../shared/i18n/use-text.ts';
import { Button } from '../../../../shared/ui/button/button.tsx';
import { Dialog } from '../../../../shared/ui/dialog/dialog.tsx';
import { Alert } from '../../../../shared/ui/feedback/alert.tsx';
import { toast } from '../../../../shared/ui/feedback/toast.ts';
import { useCloseTicket } from '../api/close-ticket.ts';

/** Closes a ticket for good, once the customer has confirmed that it is settled. */
export function CloseTicket({ ticket }: { ticket: Ticket }) {
  const t = useText();
  const [asking, setAsking] = useState(false);
  const closing = useCloseTicket(ticket.id);
  const send = useMutateOnce(closing);
  function close() {
    send(undefined, {
      onSuccess: ({ message }) => {
        setAsking(false);
        toast({ title: t('Ticket closed'), description: t(message) });
      },
    });
  }
  return (
    <>
      <Button variant="secondary" onClick={() => setAsking(true)}>
        <CircleCheck />
        {t('This is settled')}
      </Button>
      <Dialog
        open={asking}
        onClose={() => setAsking(false)}
        title={t('Close this ticket?')}
        actions={
          <>
            <Button busy={closing.isPending} busyLabel={t('Closing...')} onClick={close}>
              {t('Close ticket')}
            </Button>
            <Button variant="secondary" onClick={() => setAsking(false)}>
              {t('Cancel')}
            </Button>
          </>
        }
      >
        <p className="soft mt-3">
          {t('Nobody can write to {number} after that, and it cannot be opened again. You can still read it.', {
            number: ticket.number,
          })}
        </p>
        {closing.error && (
          <Alert kind="bad" className="mt-4">
            {t(messageOf(closing.error))}
          </Alert>
        )}
      </Dialog>
    </>
  );
}
