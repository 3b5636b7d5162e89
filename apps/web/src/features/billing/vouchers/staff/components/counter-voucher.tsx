import { redeemVoucherFor } from '@portal/contract/billing/staff-vouchers';
import type { UsedVoucher } from '@portal/contract/billing/vouchers';
import { useId } from 'react';
import type { z } from 'zod/mini';
import { useCallForm } from '../../../../../shared/api/use-call-form.ts';
import { Button } from '../../../../../shared/ui/button/button.tsx';
import { Alert } from '../../../../../shared/ui/feedback/alert.tsx';
import { toast } from '../../../../../shared/ui/feedback/toast.ts';
import { Field } from '../../../../../shared/ui/form/field.tsx';
import { useRedeemVoucherFor } from '../api/voucher-batches.ts';

/** Uses a voucher for the customer at the counter, who cannot do it themselves. */
export function CounterVoucher({ customerId, lineId }: { customerId: number; lineId: number }) {
  const id = useId();
  const redeem = useRedeemVoucherFor(customerId);
  const { form, field, failure, busy, submit } = useCallForm<
    { pin: string },
    z.output<typeof redeemVoucherFor.body>,
    UsedVoucher
  >({
    schema: redeemVoucherFor.body,
    start: { pin: '' },
    bodyOf: ({ pin }) => ({ pin, lineId }),
    call: redeem,
    onDone: ({ message }) => {
      toast({ title: 'Voucher', description: message });
      form.reset();
    },
  });
  return (
    <section className="panel p-5 md:p-6" aria-labelledby={id}>
      <h2 className="h3 mb-3" id={id}>
        They have a voucher
      </h2>
      <form className="flex flex-wrap items-end gap-3" noValidate onSubmit={submit}>
        <div className="min-w-0 flex-1">
          <Field
            label="PIN of the voucher"
            inputMode="numeric"
            autoComplete="off"
            spellCheck={false}
            maxLength={60}
            {...field('pin')}
          />
        </div>
        <Button type="submit" variant="secondary" busy={busy} busyLabel="Checking...">
          Use the voucher
        </Button>
      </form>
      {failure && <Alert kind="bad">{failure}</Alert>}
    </section>
  );
}
