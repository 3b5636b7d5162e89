import { type CustomerPage, disableAccount } from '@portal/contract/console/customers';
import { useState } from 'react';
import { useCallForm } from '../../../../../shared/api/use-call-form.ts';
import { bidiIsolate } from '../../../../../shared/format/bidi-isolate.ts';
import { FormDialog } from '../../../../../shared/ui/dialog/form-dialog.tsx';
import { toast } from '../../../../../shared/ui/feedback/toast.ts';
import { TextAreaField } from '../../../../../shared/ui/form/text-area-field.tsx';
import { useSetAccountOpen } from '../api/set-account-open.ts';

/**
 * Closes an account to its owner or opens it again: with a reason, which stays on record.
 */
export function AccessDialog({ customer, onClose }: { customer: CustomerPage; onClose: () => void }) {
  // The dialog's subject must not change under the reader's eyes when the change succeeds.
  const [subject] = useState(customer);
  const { id, disabled } = subject;
  const name = bidiIsolate(subject.name);
  const { mutateAsync } = useSetAccountOpen(id);
  const { field, ...form } = useCallForm({
    schema: disableAccount.body,
    start: { reason: '' },
    bodyOf: (values) => values,
    call: ({ reason }) => mutateAsync({ open: disabled, reason }),
    onDone: ({ message }) => {
      toast({ title: disabled ? 'Account enabled' : 'Account disabled', description: message });
      onClose();
    },
  });
  const verb = disabled ? 'Enable account' : 'Disable account';
  return (
    <FormDialog title={`${verb}?`} confirm={verb} form={form} onClose={onClose}>
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
        {...field('reason')}
      />
    </FormDialog>
  );
}
