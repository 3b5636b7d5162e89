import { type NetworkLine, renameNetworkLine, settleNetworkLine } from '@portal/contract/network-access';
import type { ReactNode } from 'react';
import type { ZodMiniType } from 'zod/mini';
import { useCallForm } from '../../../../shared/api/use-call-form.ts';
import { Alert } from '../../../../shared/ui/alert.tsx';
import { Button } from '../../../../shared/ui/button.tsx';
import { Dialog } from '../../../../shared/ui/dialog.tsx';
import { Field } from '../../../../shared/ui/field.tsx';
import { TextAreaField } from '../../../../shared/ui/text-area-field.tsx';
import { toast } from '../../../../shared/ui/toast.ts';
import { useRenameLine, useSettleLine } from '../api/customer-line.ts';

const FORM_ID = 'line-form';

type DialogProps = { line: NetworkLine; onClose: () => void };

/** Asks for the reason before the network is told once more. */
export function SettleDialog({ line, onClose }: DialogProps) {
  const settling = useSettleLine(line.customer.id);
  return (
    <LineForm
      title="Tell the network again?"
      confirm="Tell the network"
      schema={settleNetworkLine.body}
      start={{ reason: '' }}
      call={settling.mutateAsync}
      onClose={onClose}
    >
      {() => (
        <p className="soft">
          {line.access === 'open'
            ? `Open sessions get the line’s ${line.downloadMbps} Mbps.`
            : 'Open sessions are ended: the line is closed.'}{' '}
          A line that is offline is told when it comes on.
        </p>
      )}
    </LineForm>
  );
}

/** Gives the line the login that its router uses. */
export function RenameDialog({ line, onClose }: DialogProps) {
  const renaming = useRenameLine(line.customer.id);
  return (
    <LineForm
      title="Change the login"
      confirm="Save"
      schema={renameNetworkLine.body}
      start={{ username: line.username, reason: '' }}
      call={renaming.mutateAsync}
      onClose={onClose}
    >
      {(field) => (
        <Field
          label="Login"
          maxLength={64}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          hint="As the customer’s router sends it. Open sessions go on counting."
          {...field('username')}
        />
      )}
    </LineForm>
  );
}

type Fields = { reason: string; username?: string };
type FieldProps = ReturnType<ReturnType<typeof useCallForm<Fields, unknown, unknown>>['field']>;

type LineFormProps<Body> = {
  title: string;
  confirm: string;
  schema: ZodMiniType<Body>;
  start: Fields;
  call: (body: Body) => Promise<{ message: string }>;
  onClose: () => void;
  /** What stands above the reason. */
  children: (field: (name: 'username') => FieldProps) => ReactNode;
};

function LineForm<Body>({ title, confirm, schema, start, call, onClose, children }: LineFormProps<Body>) {
  const { field, submit, busy, failure } = useCallForm<Fields, Body, { message: string }>({
    ...{ schema, start, call },
    bodyOf: (fields) => fields,
    onDone: ({ message }) => {
      toast({ title: 'Saved', description: message });
      onClose();
    },
  });
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
      <form id={FORM_ID} noValidate className="mt-4 grid gap-4" onSubmit={submit}>
        {children(field)}
        <TextAreaField
          label="Reason"
          rows={3}
          maxLength={500}
          hint="Stays on record with your name."
          {...field('reason')}
        />
        {failure && <Alert kind="bad">{failure}</Alert>}
      </form>
    </Dialog>
  );
}
