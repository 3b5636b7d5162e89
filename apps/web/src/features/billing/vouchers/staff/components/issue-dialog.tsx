import { encryptVoucherBatch } from '@portal/contract/billing/staff-vouchers';
import { useState } from 'react';
import * as z from 'zod/mini';
import { useCallForm } from '../../../../../shared/api/use-call-form.ts';
import { FormDialog } from '../../../../../shared/ui/dialog/form-dialog.tsx';
import { Alert } from '../../../../../shared/ui/feedback/alert.tsx';
import { toast } from '../../../../../shared/ui/feedback/toast.ts';
import { PasswordField } from '../../../../../shared/ui/form/password-field.tsx';
import { SelectField } from '../../../../../shared/ui/form/select-field.tsx';
import { type IssueOrder, useIssueVoucherBatch } from '../api/voucher-batches.ts';

type Fields = { form: 'pdf' | 'age'; passphrase: string };

const pdf = z.object({ form: z.literal('pdf'), passphrase: z.string(), again: z.boolean() });
const age = z.extend(pdf, { form: z.literal('age'), passphrase: encryptVoucherBatch.body.shape.passphrase });

/** Hands out the PINs of a batch: this once, as sheets or as an encrypted file. */
export function IssueDialog({ number, again, onClose }: { number: number; again: boolean; onClose: () => void }) {
  const issuing = useIssueVoucherBatch(number);
  const [chosen, setChosen] = useState<Fields['form']>('pdf');
  const { field, ...form } = useCallForm<Fields, IssueOrder, void>({
    schema: chosen === 'pdf' ? pdf : age,
    start: { form: 'pdf', passphrase: '' },
    bodyOf: (values) => ({ ...values, again }),
    call: issuing.mutateAsync,
    onDone: () => {
      toast({ title: 'PINs', description: 'The file is on this device. Nothing else has the PINs.' });
      onClose();
    },
  });
  const choice = field('form');
  return (
    <FormDialog
      title={again ? 'Make new PINs' : 'Hand out the PINs'}
      confirm={chosen === 'pdf' ? 'Make and download the sheets' : 'Make and download the file'}
      busyLabel="Making the PINs..."
      form={form}
      onClose={onClose}
    >
      {again ? (
        <Alert kind="warn">The PINs that were handed out before are void from then on. Destroy what was printed.</Alert>
      ) : (
        <p>
          The PINs are made now and stored nowhere: this file is the one place that has them. Keep the page open until
          it is there, and keep it as you keep cash.
        </p>
      )}
      <SelectField
        label="As"
        options={[
          { value: 'pdf', label: 'Sheets to print and cut (PDF)' },
          { value: 'age', label: 'Encrypted file for a printing house' },
        ]}
        {...choice}
        onChange={(event) => {
          setChosen(event.target.value as Fields['form']);
          void choice.onChange(event);
        }}
      />
      {chosen === 'age' && (
        <PasswordField
          label="Passphrase"
          hint="At least 12 characters. Tell it to the printing house by another way than the file."
          autoComplete="new-password"
          maxLength={200}
          {...field('passphrase')}
        />
      )}
    </FormDialog>
  );
}
