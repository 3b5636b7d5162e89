import { closeTillShift, type TillShift } from '@portal/contract/billing/staff-counter';
import type { z } from 'zod/mini';
import { useCallForm } from '../../../../../shared/api/use-call-form.ts';
import { formatExactNaira } from '../../../../../shared/format/naira.ts';
import { parseNaira } from '../../../../../shared/format/parse-naira.ts';
import { FormDialog } from '../../../../../shared/ui/dialog/form-dialog.tsx';
import { Alert } from '../../../../../shared/ui/feedback/alert.tsx';
import { toast } from '../../../../../shared/ui/feedback/toast.ts';
import { AmountField } from '../../../../../shared/ui/form/amount-field.tsx';
import { TextAreaField } from '../../../../../shared/ui/form/text-area-field.tsx';
import { DescriptionList } from '../../../../../shared/ui/layout/description-list.tsx';
import { useCloseShift } from '../api/till.ts';

type CloseShiftDialogProps = { shift: TillShift; balance: number; onClose: () => void };
type Closing = z.output<typeof closeTillShift.body>;

/** Counts the till at the end of a shift. */
export function CloseShiftDialog({ shift, balance, onClose }: CloseShiftDialogProps) {
  const closing = useCloseShift();
  const {
    form: values,
    field,
    amountField,
    ...form
  } = useCallForm<{ counted: string; note: string }, Closing, { message: string }>({
    schema: closeTillShift.body,
    start: { counted: '', note: '' },
    bodyOf: ({ counted, note }) => ({ shiftId: shift.id, counted: parseNaira(counted), note }),
    call: closing.mutateAsync,
    onDone: ({ message }) => {
      toast({ title: 'Close shift', description: message });
      onClose();
    },
  });
  const difference = Math.round(parseNaira(values.watch('counted')) * 100 - balance * 100) / 100;
  return (
    <FormDialog title="Close shift" confirm="Close shift" busyLabel="Closing..." form={form} onClose={onClose}>
      <DescriptionList
        facts={[
          { label: 'Should be in the till', value: formatExactNaira(balance) },
          { label: 'Taken by POS', value: formatExactNaira(shift.pos) },
          { label: 'Taken as deposits', value: formatExactNaira(shift.deposits) },
        ]}
      />
      <AmountField label="Cash counted, in naira" autoFocus {...amountField('counted')} />
      {difference < 0 && <Alert kind="warn">{formatExactNaira(-difference)} is missing.</Alert>}
      {difference > 0 && <Alert kind="warn">There is {formatExactNaira(difference)} too much.</Alert>}
      <TextAreaField
        label="Note"
        rows={2}
        maxLength={500}
        hint="Needed where something is missing or too much. A manager reads it."
        {...field('note')}
      />
    </FormDialog>
  );
}
