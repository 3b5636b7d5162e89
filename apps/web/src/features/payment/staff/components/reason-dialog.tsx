import type { ReactNode } from 'react';
import type { ZodMiniType } from 'zod/mini';
import { useCallForm } from '../../../../shared/api/use-call-form.ts';
import { Alert } from '../../../../shared/ui/alert.tsx';
import { Button } from '../../../../shared/ui/button.tsx';
import { Dialog } from '../../../../shared/ui/dialog.tsx';
import { TextAreaField } from '../../../../shared/ui/text-area-field.tsx';
import { toast } from '../../../../shared/ui/toast.ts';

export type ReasonDialogProps<Body> = {
  title: string;
  confirm: string;
  schema: ZodMiniType<Body>;
  /** What is sent beside the reason. */
  beside: Readonly<Record<string, unknown>>;
  call: (body: Body) => Promise<{ message: string }>;
  onClose: () => void;
  /** The sum and what follows from it, and what else is to be chosen. */
  children: ReactNode;
};

/** Asks before money moves: says what will happen, and takes the reason that goes on record. */
export function ReasonDialog<Body>(props: ReasonDialogProps<Body>) {
  const { title, confirm, schema, beside, call, onClose, children } = props;
  const { field, submit, busy, failure } = useCallForm({
    schema,
    start: { reason: '' },
    bodyOf: (fields) => ({ ...fields, ...beside }),
    call,
    onDone: ({ message }) => {
      toast({ title, description: message });
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
          <Button type="submit" form="reason-form" busy={busy} busyLabel="Sending...">
            {confirm}
          </Button>
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
        </>
      }
    >
      <form id="reason-form" noValidate className="mt-4 grid gap-4" onSubmit={submit}>
        {children}
        <TextAreaField
          label="Reason"
          rows={3}
          maxLength={500}
          hint="It stays on record with your name; the customer does not see it."
          {...field('reason')}
        />
        {failure && <Alert kind="bad">{failure}</Alert>}
      </form>
    </Dialog>
  );
}
