import { deletionForm } from '@portal/contract/identity/privacy';
import { useCallForm } from '../../../../shared/api/use-call-form.ts';
import { useText } from '../../../../shared/i18n/use-text.ts';
import { Button } from '../../../../shared/ui/button/button.tsx';
import { Dialog } from '../../../../shared/ui/dialog/dialog.tsx';
import { Alert } from '../../../../shared/ui/feedback/alert.tsx';
import { toast } from '../../../../shared/ui/feedback/toast.ts';
import { PasswordField } from '../../../../shared/ui/form/password-field.tsx';
import { useRequestDeletion } from '../api/request-deletion.ts';

type DeletionDialogProps = { email: string; onClose: () => void; onPlanned: () => void };

/** Says what a deletion does, asks for the password, and schedules it. */
export function DeletionDialog({ email, onClose, onPlanned }: DeletionDialogProps) {
  const t = useText();
  const { mutateAsync } = useRequestDeletion();
  const { field, submit, busy, failure } = useCallForm({
    schema: deletionForm,
    start: { currentPassword: '' },
    bodyOf: (values) => values,
    call: mutateAsync,
    onDone: ({ message }) => {
      toast({ title: t('Deletion planned'), description: t(message) });
      onClose();
      onPlanned();
    },
  });
  return (
    <Dialog
      open
      onClose={() => {
        if (!busy) onClose();
      }}
      title={t('Delete your account?')}
      actions={
        <>
          <Button type="submit" form="deletion-form" busy={busy} busyLabel={t('Asking...')}>
            {t('Delete my account')}
          </Button>
          <Button variant="secondary" disabled={busy} onClick={onClose}>
            {t('Keep my account')}
          </Button>
        </>
      }
    >
      <ul className="soft mt-2 grid list-disc gap-2 pl-5">
        <li>{t('Your lines are cancelled now and end with their paid time.')}</li>
        <li>
          {t('In 30 days your tickets, chats, files, messages, saved cards and use of data are deleted for good.')}
        </li>
        <li>{t('Invoices, receipts and payments stay, with a number instead of your name.')}</li>
      </ul>
      <form id="deletion-form" noValidate className="my-5 grid gap-4" onSubmit={submit}>
        {/* Password managers read the account of this password from it. */}
        <input hidden type="email" name="username" autoComplete="username" value={email} readOnly />
        <PasswordField label={t('Current Password')} autoComplete="current-password" {...field('currentPassword')} />
        {failure && <Alert kind="bad">{t(failure)}</Alert>}
      </form>
    </Dialog>
  );
}
