import {
  changeWebhookEndpoint,
  createWebhookEndpoint,
  type WebhookEndpoint,
} from '@portal/contract/console/webhook-endpoints';
import { useCallForm } from '../../../../../shared/api/use-call-form.ts';
import { FormDialog } from '../../../../../shared/ui/dialog/form-dialog.tsx';
import { toast } from '../../../../../shared/ui/feedback/toast.ts';
import { Field } from '../../../../../shared/ui/form/field.tsx';
import { useChangeEndpoint, useCreateEndpoint } from '../api/webhook-endpoints.ts';
import { EventChoice } from './event-choice.tsx';

type Fields = { url: string; description: string; events: string[] };

function EndpointFields({ field }: Pick<ReturnType<typeof useCallForm<Fields, unknown, unknown>>, 'field'>) {
  return (
    <>
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
    </>
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
  const { field, ...form } = useCallForm({
    schema: createWebhookEndpoint.body,
    start: { url: '', description: '', events: [] } as Fields,
    bodyOf: (fields) => fields,
    call: creating.mutateAsync,
    onDone: ({ secret }) => onCreated(secret),
  });
  return (
    <FormDialog title="New webhook endpoint" confirm="Create" form={form} onClose={onClose}>
      <EndpointFields field={field} />
    </FormDialog>
  );
}

/** Changes the address, description and events of an endpoint. */
export function ChangeEndpointDialog({ endpoint, onClose }: { endpoint: WebhookEndpoint; onClose: () => void }) {
  const { id, url, description, events, isOn } = endpoint;
  const changing = useChangeEndpoint(id);
  const { field, ...form } = useCallForm({
    schema: changeWebhookEndpoint.body,
    start: { url, description, events } as Fields,
    bodyOf: (fields) => ({ ...fields, isOn }),
    call: changing.mutateAsync,
    onDone: ({ message }) => {
      toast({ title: 'Webhook endpoint', description: message });
      onClose();
    },
  });
  return (
    <FormDialog title="Change this endpoint" confirm="Save" form={form} onClose={onClose}>
      <EndpointFields field={field} />
    </FormDialog>
  );
}
