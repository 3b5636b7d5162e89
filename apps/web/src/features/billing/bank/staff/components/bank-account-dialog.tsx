import { addBankAccount } from '@portal/contract/billing/bank/bank-accounts';
import type { z } from 'zod/mini';
import { useCallForm } from '../../../../../shared/api/use-call-form.ts';
import { parseNaira } from '../../../../../shared/format/parse-naira.ts';
import { FormDialog } from '../../../../../shared/ui/dialog/form-dialog.tsx';
import { toast } from '../../../../../shared/ui/feedback/toast.ts';
import { AmountField } from '../../../../../shared/ui/form/amount-field.tsx';
import { Field } from '../../../../../shared/ui/form/field.tsx';
import { SelectField } from '../../../../../shared/ui/form/select-field.tsx';
import { useAddBankAccount } from '../api/bank-accounts.ts';

type Fields = {
  name: string;
  bank: string;
  accountNumber: string;
  openingDay: string;
  openingBalance: string;
  deductsVat: 'no' | 'yes';
};

/** Adds a bank account with what it held at the end of a day. */
export function BankAccountDialog({ onClose }: { onClose: () => void }) {
  const adding = useAddBankAccount();
  const { field, amountField, ...form } = useCallForm<
    Fields,
    z.output<typeof addBankAccount.body>,
    { message: string }
  >({
    schema: addBankAccount.body,
    start: { name: '', bank: '', accountNumber: '', openingDay: '', openingBalance: '', deductsVat: 'no' },
    bodyOf: ({ openingBalance, deductsVat, ...values }) => ({
      ...values,
      openingBalance: parseNaira(openingBalance),
      deductsVat: deductsVat === 'yes',
    }),
    call: adding.mutateAsync,
    onDone: ({ message }) => {
      toast({ title: 'Bank account', description: message });
      onClose();
    },
  });
  return (
    <FormDialog title="Add a bank account" confirm="Add the account" form={form} onClose={onClose}>
      <Field label="Name" maxLength={60} placeholder="Collections" autoComplete="off" {...field('name')} />
      <Field label="Bank" maxLength={60} placeholder="GTBank" autoComplete="off" {...field('bank')} />
      <Field
        label="Account number"
        inputMode="numeric"
        maxLength={40}
        autoComplete="off"
        spellCheck={false}
        {...field('accountNumber')}
      />
      <Field
        label="Opening day"
        type="date"
        hint="Lines are recorded from the day after it."
        {...field('openingDay')}
      />
      <AmountField
        label="Balance at the end of that day"
        hint="As the bank’s statement has it. It is booked once."
        {...amountField('openingBalance')}
      />
      <SelectField
        label="VAT in the bank’s charges"
        options={[
          { value: 'no', label: 'Is a part of the charge' },
          { value: 'yes', label: 'Is input VAT that we deduct' },
        ]}
        hint="Ask your accountant."
        {...field('deductsVat')}
      />
    </FormDialog>
  );
}
