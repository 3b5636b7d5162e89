import {
  changeWebhookEndpoint,
  createWebhookEndpoint,
  type WebhookEndpoint,
} from '@portal/contract/console/webhook-endpoints';
import { useCallForm } from '../../../../../shared/api/use-call-form.ts';
import { Button } from '../../../../../shared/ui/button/button.tsx';
import { Dialog } from '../../../../../shared/ui/dialog/dialog.tsx';
import { Alert } from '../../../../../shared/ui/feedback/alert.tsx';
import { toast } from '../../../../../shared/ui/feedback/toast.ts';
import { Field } from '../../../../../shared/ui/form/field.tsx';
import { useChangeEndpoint, useCreateEndpoint } from '../api/webhook-endpoints.ts';
import { EventChoice } from './event-choice.tsx';

const FORM_ID = 'webhook-endpoint';
type Fields = { url: string; description: string; events: string[] };

type FormDialogProps = {
  title: string;
  confirm: string;
  form: Pick<ReturnType<typeof useCallForm<Fields, unknown, unknown>>, 'field' | 'busy' | 'failure' | 'submit'>;
  onClose: () => void;
};

function FormDialog({ title, confirm, form, onClose }: FormDialogProps) {
  const { field, busy, failure, submit } = form;
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      actions={
        <>
          <Button type="submit" form={FORM_ID} busy={busy} busyLabel="Saving...">
            {confirm}
          </Button>
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
        </>
      }
    >
      <form id={FORM_ID} className="mt-4 grid gap-5" noValidate onSubmit={submit}>
        <Field
          label="Address"
          type="url"
          inputMode="url"
          maxLength={500}
          placeholder="https://accounting.example/webhooks"
          autoComplete="off"
          autoCapitalize="none"
          hint="Where your program takes webhooks."
          {...field('url')}
        />
        <Field
          label="Description (optional)"
          maxLength={200}
          autoComplete="off"
          hint="Which program it is."
          {...field('description')}
        />
        <EventChoice {...field('events')} />
        {failure && <Alert kind="bad">{failure}</Alert>}
      </form>
    </Dialog>
  );
}

/** Creates an endpoint; `onCreated` gets its secret. */
export function NewEndpointDialog({
  onClose,
  onCreated,
}: {
  onClose: () => void;
  onCreated: (secret: string) => void;
}) {
  const creating = useCreateEndpoint();
  const form = useCallForm({
    schema: createWebhookEndpoint.body,
    start: { url: '', description: '', events: [] } as Fields,
    bodyOf: (fields) => fields,
    call: creating.mutateAsync,
    onDone: ({ secret }) => onCreated(secret),
  });
  return <FormDialog title="New webhook endpoint" confirm="Create" form={form} onClose={onClose} />;
}

/** Changes the address, description and events of an endpoint. */
export function ChangeEndpointDialog({ endpoint, onClose }: { endpoint: WebhookEndpoint; onClose: () => void }) {
  const { id, url, description, events, isOn } = endpoint;
  const changing = useChangeEndpoint(id);
  const form = useCallForm({
    schema: changeWebhookEndpoint.body,
    start: { url, description, events } as Fields,
    bodyOf: (fields) => ({ ...fields, isOn }),
    call: changing.mutateAsync,
    onDone: ({ message }) => {
      toast({ title: 'Webhook endpoint', description: message });
      onClose();
    },
  });
  return <FormDialog title="Change this endpoint" confirm="Save" form={form} onClose={onClose} />;
}
