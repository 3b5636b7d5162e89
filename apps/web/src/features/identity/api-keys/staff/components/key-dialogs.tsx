import { type ApiKey, createApiKey } from '@portal/contract/identity/staff-api-keys';
import { useState } from 'react';
import { useCallForm } from '../../../../../shared/api/use-call-form.ts';
import { useMutateOnce } from '../../../../../shared/api/use-mutate-once.ts';
import { bidiIsolate } from '../../../../../shared/format/bidi-isolate.ts';
import { now } from '../../../../../shared/format/clock.ts';
import { ConfirmDialog } from '../../../../../shared/staff/confirm-dialog.tsx';
import { FormDialog } from '../../../../../shared/ui/dialog/form-dialog.tsx';
import { toast } from '../../../../../shared/ui/feedback/toast.ts';
import { Field } from '../../../../../shared/ui/form/field.tsx';
import { SelectField } from '../../../../../shared/ui/form/select-field.tsx';
import { useConfirmKey, useCreateKey, useRevokeKey } from '../api/api-keys.ts';
import { ScopeChoice } from './scope-choice.tsx';

const DAY_MS = 24 * 3_600_000;

/** By days from now. */
const LIFETIMES = [
  { value: '30', label: 'In 30 days' },
  { value: '90', label: 'In 90 days' },
  { value: '365', label: 'In a year' },
  { value: '', label: 'Never, until it is revoked' },
];

type Fields = { name: string; days: string; scopes: string[] };

/** Makes a key; `onCreated` gets it. */
export function NewKeyDialog({ onClose, onCreated }: { onClose: () => void; onCreated: (key: string) => void }) {
  const creating = useCreateKey();
  const { field, ...form } = useCallForm({
    schema: createApiKey.body,
    start: { name: '', days: '365', scopes: [] } as Fields,
    bodyOf: ({ days, ...fields }) => ({
      ...fields,
      expiresAt: days === '' ? null : new Date(now().getTime() + Number(days) * DAY_MS).toISOString(),
    }),
    call: creating.mutateAsync,
    onDone: ({ key }) => onCreated(key),
  });
  return (
    <FormDialog title="New API key" confirm="Make the key" form={form} onClose={onClose}>
      <Field
        label="Name"
        maxLength={100}
        autoComplete="off"
        hint="Which program it is for. The audit log says so with each change."
        {...field('name')}
      />
      <SelectField label="Expires" options={LIFETIMES} {...field('days')} />
      <ScopeChoice {...field('scopes')} />
    </FormDialog>
  );
}

/** Asks before a key works again that a restore suspended. */
export function ConfirmKeyDialog({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const [{ id, name, ending }] = useState(apiKey);
  const confirming = useConfirmKey(id);
  const confirm = useMutateOnce(confirming);
  return (
    <ConfirmDialog
      title="Is this key still in use?"
      confirm="Confirm the key"
      busy={confirming.isPending}
      error={confirming.error}
      onConfirm={() =>
        confirm(null, {
          onSuccess: ({ message }) => {
            toast({ title: 'Key confirmed', description: message });
            onClose();
          },
        })
      }
      onClose={onClose}
    >
      The program that uses “{bidiIsolate(name)}” (…{ending}) may call the portal again. Confirm it only if nobody
      revoked it after the backup was made; if you are not sure, revoke it and make a new one.
    </ConfirmDialog>
  );
}

/** Asks before a key is revoked. */
export function RevokeDialog({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  // The dialog's subject must not change under the reader's eyes when the key is revoked.
  const [{ id, name, ending }] = useState(apiKey);
  const revoking = useRevokeKey(id);
  const revoke = useMutateOnce(revoking);
  return (
    <ConfirmDialog
      title="Revoke this key?"
      confirm="Revoke"
      busy={revoking.isPending}
      error={revoking.error}
      onConfirm={() =>
        revoke(null, {
          onSuccess: ({ message }) => {
            toast({ title: 'Key revoked', description: message });
            onClose();
          },
        })
      }
      onClose={onClose}
    >
      The program that uses “{bidiIsolate(name)}” (…{ending}) is refused from its next call on. A key that is revoked
      cannot work again.
    </ConfirmDialog>
  );
}
