import { closeAccountingPeriod } from '@portal/contract/billing/accounting-periods';
import type { z } from 'zod/mini';
import { useCallForm } from '../../../../../shared/api/use-call-form.ts';
import { FormDialog } from '../../../../../shared/ui/dialog/form-dialog.tsx';
import { toast } from '../../../../../shared/ui/feedback/toast.ts';
import { TextAreaField } from '../../../../../shared/ui/form/text-area-field.tsx';
import { useCloseMonth } from '../api/accounting-months.ts';
import { monthName } from '../month-name.ts';

type Body = z.output<typeof closeAccountingPeriod.body>;

/** Asks before a month is closed. */
export function CloseMonthDialog({ month, onClose }: { month: string; onClose: () => void }) {
  const closing = useCloseMonth(month);
  const { field, ...form } = useCallForm<{ note: string }, Body, { message: string }>({
    schema: closeAccountingPeriod.body,
    start: { note: '' },
    bodyOf: ({ note }) => ({ note }),
    call: closing.mutateAsync,
    onDone: ({ message }) => {
      toast({ title: 'Month closed', description: message });
      onClose();
    },
  });
  return (
    <FormDialog title={`Close ${monthName(month)}`} confirm="Close the month" form={form} onClose={onClose}>
      <p>
        Nothing is booked into it any more, by anybody. What belongs to it and comes later is booked on its own day. Two
        people can open it again.
      </p>
      <TextAreaField label="Note" rows={2} maxLength={500} hint="It stays with the month." {...field('note')} />
    </FormDialog>
  );
}
