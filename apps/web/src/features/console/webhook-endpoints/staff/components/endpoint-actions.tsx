import type { WebhookEndpoint } from '@portal/contract/console/webhook-endpoints';
import { useState } from 'react';
import { messageOf } from '../../../../../shared/api/api-error.ts';
import { useMutateOnce } from '../../../../../shared/api/use-mutate-once.ts';
import { ConfirmDialog } from '../../../../../shared/staff/confirm-dialog.tsx';
import { Button } from '../../../../../shared/ui/button/button.tsx';
import { toast } from '../../../../../shared/ui/feedback/toast.ts';
import {
  type ChangedEndpoint,
  useChangeEndpoint,
  useDeleteEndpoint,
  useRotateSecret,
  useTestEndpoint,
} from '../api/webhook-endpoints.ts';
import { ChangeEndpointDialog } from './endpoint-dialog.tsx';
import { EndpointSecret } from './endpoint-secret.tsx';

type Open = 'change' | 'rotate' | 'delete' | { readonly secret: string } | null;

export type EndpointActionsProps = { endpoint: WebhookEndpoint; onDeleted: () => void };

/** What staff do with an endpoint. */
export function EndpointActions({ endpoint, onDeleted }: EndpointActionsProps) {
  const { id, url, events, description, isOn } = endpoint;
  const [open, setOpen] = useState<Open>(null);
  const close = () => setOpen(null);
  const [testing, changing] = [useTestEndpoint(id), useChangeEndpoint(id)];
  const [test, change] = [useMutateOnce(testing), useMutateOnce(changing)];
  const told = {
    onSuccess: ({ message }: { message: string }) => toast({ title: 'Webhook endpoint', description: message }),
    onError: (error: unknown) => toast({ title: 'Not done', description: messageOf(error), variant: 'destructive' }),
  } as const;
  const turn = () => change({ url, events: events as ChangedEndpoint['events'], description, isOn: !isOn }, told);
  return (
    <>
      <div className="flex flex-wrap gap-3">
        {isOn && (
          <Button busy={testing.isPending} busyLabel="Sending..." onClick={() => test(null, told)}>
            Send a test event
          </Button>
        )}
        <Button variant={isOn ? 'secondary' : 'primary'} busy={changing.isPending} onClick={turn}>
          {isOn ? 'Switch off' : 'Switch on'}
        </Button>
        <Button variant="secondary" onClick={() => setOpen('change')}>
          Change
        </Button>
        <Button variant="secondary" onClick={() => setOpen('rotate')}>
          New secret
        </Button>
        <Button variant="quiet" onClick={() => setOpen('delete')}>
          Delete
        </Button>
      </div>
      {open === 'change' && <ChangeEndpointDialog endpoint={endpoint} onClose={close} />}
      {open === 'rotate' && <RotateDialog id={id} onClose={close} onSecret={(secret) => setOpen({ secret })} />}
      {open === 'delete' && <DeleteDialog id={id} onClose={close} onDeleted={onDeleted} />}
      {typeof open === 'object' && open && <EndpointSecret secret={open.secret} isRotated onClose={close} />}
    </>
  );
}

function RotateDialog({
  id,
  onClose,
  onSecret,
}: {
  id: string;
  onClose: () => void;
  onSecret: (secret: string) => void;
}) {
  const rotating = useRotateSecret(id);
  const rotate = useMutateOnce(rotating);
  return (
    <ConfirmDialog
      title="Make a new secret?"
      confirm="Make a new secret"
      busy={rotating.isPending}
      error={rotating.error}
      onConfirm={() => rotate(null, { onSuccess: ({ secret }) => onSecret(secret) })}
      onClose={onClose}
    >
      Webhooks are signed with the new and the present secret for 24 hours, so that your program can change over without
      a gap. Then only the new one is valid.
    </ConfirmDialog>
  );
}

function DeleteDialog({ id, onClose, onDeleted }: { id: string; onClose: () => void; onDeleted: () => void }) {
  const deleting = useDeleteEndpoint(id);
  const remove = useMutateOnce(deleting);
  return (
    <ConfirmDialog
      title="Delete this endpoint?"
      confirm="Delete"
      busy={deleting.isPending}
      error={deleting.error}
      onConfirm={() =>
        remove(null, {
          onSuccess: ({ message }) => {
            toast({ title: 'Endpoint deleted', description: message });
            onDeleted();
          },
        })
      }
      onClose={onClose}
    >
      What waits for it is not delivered, and its secret is not valid any more. Switch it off instead if it is to come
      back.
    </ConfirmDialog>
  );
}
