import { redeemVoucherAtAgent } from '@portal/contract/billing/staff-agents';
import type { UsedVoucher } from '@portal/contract/billing/vouchers';
import type { z } from 'zod/mini';
import { useCallForm } from '../../../../../shared/api/use-call-form.ts';
import { formatExactNaira } from '../../../../../shared/format/naira.ts';
import { Button } from '../../../../../shared/ui/button/button.tsx';
import { Alert } from '../../../../../shared/ui/feedback/alert.tsx';
import { Field } from '../../../../../shared/ui/form/field.tsx';
import { useRedeemAtAgent } from '../api/agent-counter.ts';

type VoucherFormProps = { customer: string; onDone: (done: { text: string; receiptNumber: string }) => void };

/** Uses a voucher for a customer who was found. */
export function VoucherForm({ customer, onDone }: VoucherFormProps) {
  const redeeming = useRedeemAtAgent();
  const { field, failure, busy, submit } = useCallForm<
    { pin: string },
    z.output<typeof redeemVoucherAtAgent.body>,
    UsedVoucher
  >({
    schema: redeemVoucherAtAgent.body,
    start: { pin: '' },
    bodyOf: ({ pin }) => ({ customer, pin }),
    call: redeeming.mutateAsync,
    onDone: ({ payment }) =>
      onDone({ text: `${formatExactNaira(payment.amount)} is paid in.`, receiptNumber: payment.receiptNumber }),
  });
  return (
    <form className="grid gap-5 pt-5" aria-label="Voucher" noValidate onSubmit={submit}>
      <Field
        label="PIN of the voucher"
        hint="12 digits, with or without spaces."
        inputMode="numeric"
        autoComplete="off"
        spellCheck={false}
        maxLength={60}
        {...field('pin')}
      />
      <Button type="submit" size="large" block busy={busy} busyLabel="Checking...">
        Use the voucher
      </Button>
      {failure && <Alert kind="bad">{failure}</Alert>}
    </form>
  );
}
