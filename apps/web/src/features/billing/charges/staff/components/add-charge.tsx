import { createCharge } from '@portal/contract/billing/staff-charges';
import { parseNumber } from '@portal/kernel/parse-amount';
import { useState } from 'react';
import type { z } from 'zod/mini';
import { newClientId } from '../../../../../shared/api/new-client-id.ts';
import { useCallForm } from '../../../../../shared/api/use-call-form.ts';
import { formatExactNaira } from '../../../../../shared/format/naira.ts';
import { AsyncBoundary } from '../../../../../shared/ui/async/async-boundary.tsx';
import { Button } from '../../../../../shared/ui/button/button.tsx';
import { FormDialog } from '../../../../../shared/ui/dialog/form-dialog.tsx';
import { toast } from '../../../../../shared/ui/feedback/toast.ts';
import { Field } from '../../../../../shared/ui/form/field.tsx';
import { SelectField } from '../../../../../shared/ui/form/select-field.tsx';
import { useChargeProducts, useCreateCharge } from '../api/charges.ts';

type ChargedLine = { readonly customerId: number; readonly lineId: number };

/** Charges a customer once, after a dialog. */
export function AddCharge(of: ChargedLine) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button variant="quiet" onClick={() => setOpen(true)}>
        Add a charge
      </Button>
      {open && <AddChargeDialog {...of} onClose={() => setOpen(false)} />}
    </>
  );
}

type Fields = { product: string; quantity: string };
type Charge = z.output<typeof createCharge.body>;

function AddChargeDialog({ customerId, lineId, onClose }: ChargedLine & { onClose: () => void }) {
  const products = useChargeProducts();
  const charging = useCreateCharge(customerId);
  const [clientRequestId] = useState(newClientId);
  const { field, ...form } = useCallForm<Fields, Charge, { message: string }>({
    schema: createCharge.body,
    start: { product: '', quantity: '1' },
    bodyOf: ({ product, quantity }) => ({ product, quantity: parseNumber(quantity), clientRequestId, lineId }),
    call: charging.mutateAsync,
    onDone: ({ message }) => {
      toast({ title: 'Add a charge', description: message });
      onClose();
    },
  });
  return (
    <FormDialog title="Add a charge" confirm="Charge" form={form} onClose={onClose}>
      <p>It gets an invoice of its own at once, which the customer can pay here or on their own pages.</p>
      <AsyncBoundary
        query={products}
        failure="We could not load what can be charged"
        skeleton={<SelectField label="Product" placeholder="Loading..." options={[]} disabled />}
      >
        {(loaded) => (
          <SelectField
            label="Product"
            placeholder={loaded.length === 0 ? 'There is none: offer one on the page Plans' : 'Choose a product'}
            options={loaded.map(({ id, name, price }) => ({ value: id, label: `${name}, ${formatExactNaira(price)}` }))}
            {...field('product')}
          />
        )}
      </AsyncBoundary>
      <Field label="Quantity" inputMode="numeric" autoComplete="off" {...field('quantity')} />
    </FormDialog>
  );
}
