import { createVoucherBatch, type VoucherBatchPage } from '@portal/contract/billing/staff-vouchers';
import { useState } from 'react';
import type { z } from 'zod/mini';
import { newClientId } from '../../../../../shared/api/new-client-id.ts';
import { useCallForm } from '../../../../../shared/api/use-call-form.ts';
import { formatExactNaira } from '../../../../../shared/format/naira.ts';
import { parseNaira } from '../../../../../shared/format/parse-naira.ts';
import { FormDialog } from '../../../../../shared/ui/dialog/form-dialog.tsx';
import { toast } from '../../../../../shared/ui/feedback/toast.ts';
import { AmountField } from '../../../../../shared/ui/form/amount-field.tsx';
import { Field } from '../../../../../shared/ui/form/field.tsx';
import { SelectField } from '../../../../../shared/ui/form/select-field.tsx';
import { useAgents } from '../../../agents/staff/api/agents.ts';
import { useCreateVoucherBatch } from '../api/voucher-batches.ts';

type Fields = { count: string; amount: string; agent: string; discount: string; until: string };
type Made = { message: string; batch: VoucherBatchPage };

/** Makes a batch; its PINs are handed out on its page. */
export function NewBatchDialog({ onMade, onClose }: { onMade: (number: number) => void; onClose: () => void }) {
  const creating = useCreateVoucherBatch();
  const agents = useAgents();
  const [clientRequestId] = useState(newClientId);
  const { field, amountField, form, ...call } = useCallForm<Fields, z.output<typeof createVoucherBatch.body>, Made>({
    schema: createVoucherBatch.body,
    start: { count: '', amount: '', agent: '', discount: '', until: '' },
    bodyOf: ({ count, amount, agent, discount, until }) => ({
      count: Number(count.trim() || Number.NaN),
      amount: parseNaira(amount),
      clientRequestId,
      ...(agent && { agent: Number(agent) }),
      ...(agent && discount.trim() && { discount: Number(discount.replace(',', '.')) }),
      ...(until && { until }),
    }),
    call: creating.mutateAsync,
    onDone: ({ message, batch }) => {
      toast({ title: 'Vouchers', description: message });
      onMade(batch.number);
    },
  });
  const [count, amount, agent] = form.watch(['count', 'amount', 'agent']);
  const total = Number(count) * parseNaira(amount);
  const sellers = (agents.data ?? []).filter(({ kind, isOn }) => kind === 'agent' && isOn);
  const usual = sellers.find(({ id }) => String(id) === agent)?.commission;
  return (
    <FormDialog title="New batch of vouchers" confirm="Make the batch" form={call} onClose={onClose}>
      <Field label="How many" inputMode="numeric" autoComplete="off" maxLength={6} {...field('count')} />
      <AmountField label="Value of each, in naira" {...amountField('amount')} />
      <SelectField
        label="Sold to"
        placeholder="Own stock"
        options={sellers.map(({ id, name }) => ({ value: String(id), label: name }))}
        hint="An agent owes the price from the moment the PINs are handed out."
        {...field('agent')}
      />
      {agent && (
        <Field
          label="Discount in percent"
          inputMode="decimal"
          autoComplete="off"
          maxLength={5}
          placeholder={usual === undefined ? undefined : String(usual)}
          hint={usual === undefined ? undefined : `Without one it is the agent’s commission of ${usual}%.`}
          {...field('discount')}
        />
      )}
      <Field label="Last day" type="date" hint="A year from today without one." {...field('until')} />
      {total > 0 && (
        <p aria-live="polite">
          Together <strong className="semi">{formatExactNaira(total)}</strong> of face value.
        </p>
      )}
    </FormDialog>
  );
}
