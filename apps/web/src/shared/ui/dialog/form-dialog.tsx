import { type ReactNode, useId } from 'react';
import type { ZodMiniType } from 'zod/mini';
import { useCallForm } from '../../api/use-call-form.ts';
import { useText } from '../../i18n/use-text.ts';
import { Button } from '../button/button.tsx';
import { Alert } from '../feedback/alert.tsx';
import { toast } from '../feedback/toast.ts';
import { TextAreaField } from '../form/text-area-field.tsx';
import { Dialog } from './dialog.tsx';

type Fields = { readonly reason: string } & Readonly<Record<string, string>>;
type Form = ReturnType<typeof useCallForm<Fields, unknown, unknown>>;

export type ReasonDialogProps<Body> = {
  title: string;
  confirm: string;
  schema: ZodMiniType<Body>;
  /** The initial values of the form's other fields. */
  start?: Readonly<Record<string, string>>;
  /** The body that the fields mean, where it is not the fields themselves. */
  bodyOf?: (fields: Fields) => unknown;
  /** Sent beside the fields. */
  beside?: Readonly<Record<string, unknown>>;
  call: (body: Body) => Promise<{ message: string }>;
  onClose: () => void;
  /** The heading of the server's error; `title` by default. */
  doneTitle?: string;
  /** The consequences, and further fields. */
  children: ReactNode | ((field: Form['field']) => ReactNode);
};

/**
 * Asks staff for confirmation before a decision about a customer: shows what will happen, and
 * requires the reason for the audit log.
 */
export function ReasonDialog<Body>(props: ReasonDialogProps<Body>) {
  const { title, confirm, schema, start, bodyOf, beside, call, onClose, doneTitle = title, children } = props;
  const t = useText();
  const { field, ...form } = useCallForm<Fields, Body, { message: string }>({
    schema,
    start: { reason: '', ...start },
    bodyOf: bodyOf ?? ((fields) => ({ ...fields, ...beside })),
    call,
    onDone: ({ message }) => {
      toast({ title: doneTitle, description: message });
      onClose();
    },
  });
  return (
    <FormDialog title={title} confirm={confirm} form={form} onClose={onClose}>
      {typeof children === 'function' ? children(field) : children}
      <TextAreaField
        label={t('Reason')}
        rows={3}
        maxLength={500}
        hint={t('It stays on record with your name; the customer does not see it.')}
        {...field('reason')}
      />
    </FormDialog>
  );
}

type FormDialogProps = {
  open?: boolean;
  title: string;
  confirm: string;
  /** What the confirming button says meanwhile; "Saving..." by default. */
  busyLabel?: string;
  form: Pick<ReturnType<typeof useCallForm>, 'busy' | 'submit'> & { failure: string | null | undefined };
  onClose: () => void;
  children: ReactNode;
};

/** A dialog of staff that is one form: its fields, what the server refused, and the buttons to send or leave it. */
export function FormDialog({ open = true, title, confirm, busyLabel, form, onClose, children }: FormDialogProps) {
  const t = useText();
  const id = useId();
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={title}
      actions={
        <>
          <Button type="submit" form={id} busy={form.busy} busyLabel={busyLabel ?? t('Saving...')}>
            {confirm}
          </Button>
          <Button variant="secondary" onClick={onClose}>
            {t('Cancel')}
          </Button>
        </>
      }
    >
      <form id={id} noValidate className="mt-4 grid gap-4" onSubmit={form.submit}>
        {children}
        {form.failure && <Alert kind="bad">{form.failure}</Alert>}
      </form>
    </Dialog>
  );
}
