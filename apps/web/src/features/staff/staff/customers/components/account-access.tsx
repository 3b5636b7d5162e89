import { type CustomerPage, disableAccount } from '@portal/contract/staff-customer';
import { type FormEvent, useState } from 'react';
import { useForm } from 'react-hook-form';
import { ApiError, messageOf } from '../../../../../shared/api/api-error.ts';
import { formResolver } from '../../../../../shared/api/form-resolver.ts';
import { useOneAtATime } from '../../../../../shared/api/use-one-at-a-time.ts';
import { Alert } from '../../../../../shared/ui/alert.tsx';
import { Button } from '../../../../../shared/ui/button.tsx';
import { Dialog } from '../../../../../shared/ui/dialog.tsx';
import { TextAreaField } from '../../../../../shared/ui/text-area-field.tsx';
import { toast } from '../../../../../shared/ui/toast.ts';
import { useSetAccountOpen } from '../api/set-account-open.ts';

const FORM_ID = 'account-access';

/** Closes an account to its owner or opens it again: with a reason, which stays on record, and after asking. */
export function AccountAccess({ customer }: { customer: CustomerPage }) {
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button variant="secondary" onClick={() => setAsking(true)}>
        {customer.disabled ? 'Enable account' : 'Disable account'}
      </Button>
      {asking && <AccessDialog customer={customer} onClose={() => setAsking(false)} />}
    </>
  );
}

function useAccessForm(customer: CustomerPage, onDone: () => void) {
  const change = useSetAccountOpen(customer.id);
  const oneAtATime = useOneAtATime();
  const { register, handleSubmit, formState } = useForm({
    resolver: formResolver(disableAccount.body),
    defaultValues: { reason: '' },
  });
  async function save({ reason }: { reason: string }) {
    try {
      const { message } = await change.mutateAsync({ open: customer.disabled, reason });
      toast({ title: customer.disabled ? 'Account enabled' : 'Account disabled', description: message });
      onDone();
    } catch {
      // shown in the dialog: change.error
    }
  }
  const atField = change.error instanceof ApiError ? change.error.errors.reason : undefined;
  return {
    busy: change.isPending,
    failure: change.error && !atField ? messageOf(change.error, change.error.message) : undefined,
    reason: { ...register('reason'), error: formState.errors.reason?.message ?? atField },
    submit: (event: FormEvent) => {
      event.preventDefault();
      oneAtATime(handleSubmit(save));
    },
  };
}

function AccessDialog({ customer, onClose }: { customer: CustomerPage; onClose: () => void }) {
  // What the dialog is about must not turn round under the reader's eyes when the change is through.
  const [subject] = useState(customer);
  const { busy, failure, reason, submit } = useAccessForm(subject, onClose);
  const { name, disabled } = subject;
  const verb = disabled ? 'Enable account' : 'Disable account';
  return (
    <Dialog
      open
      onClose={onClose}
      title={`${verb}?`}
      actions={
        <>
          <Button type="submit" form={FORM_ID} busy={busy} busyLabel="Saving...">
            {verb}
          </Button>
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
        </>
      }
    >
      <form id={FORM_ID} noValidate className="mt-3 grid gap-4" onSubmit={submit}>
        <p className="soft">
          {disabled
            ? `${name} can sign in again with the same password. Plan and payments are as they were.`
            : `${name} is signed out everywhere at once and cannot sign in until the account is enabled again. Plan and payments stay as they are.`}
        </p>
        <TextAreaField
          label="Reason"
          hint="Stays on record with your name."
          required
          rows={3}
          maxLength={500}
          {...reason}
        />
        {failure && <Alert kind="bad">{failure}</Alert>}
      </form>
    </Dialog>
  );
}
