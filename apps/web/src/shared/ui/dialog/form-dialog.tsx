import { type ReactNode, useId } from 'react';
import type { useCallForm } from '../../api/use-call-form.ts';
import { useText } from '../../i18n/use-text.ts';
import { Button } from '../button/button.tsx';
import { Alert } from '../feedback/alert.tsx';
import { Dialog } from './dialog.tsx';

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
