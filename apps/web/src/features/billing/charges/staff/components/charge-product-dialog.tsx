import {
  type ChargeProductForm,
  chargeProductForm,
  type StaffChargeProduct,
} from '@portal/contract/billing/staff-charges';
import { useCallForm } from '../../../../../shared/api/use-call-form.ts';
import { parseNaira } from '../../../../../shared/format/parse-naira.ts';
import { FormDialog } from '../../../../../shared/ui/dialog/form-dialog.tsx';
import { toast } from '../../../../../shared/ui/feedback/toast.ts';
import { AmountField } from '../../../../../shared/ui/form/amount-field.tsx';
import { Field } from '../../../../../shared/ui/form/field.tsx';
import { SelectField } from '../../../../../shared/ui/form/select-field.tsx';
import { useSaveChargeProduct } from '../api/charge-products.ts';

/** When a new price applies. */
function hintOf(product: StaffChargeProduct | null): string | undefined {
  if (product?.monthly) return 'A month, for lines that take it from now on; those that have it keep their price.';
  return product ? 'From now on; invoices keep the price they were made with.' : undefined;
}

type Fields = { name: string; price: string; vat: string };

/** The way in which something is taxed, as the form's select has it. */
const vatOf = (vat: string) =>
  vat === 'zero-rated' || vat === 'exempt' ? ({ bearsVat: false, untaxedAs: vat } as const) : { bearsVat: true };

/** A charge product to be offered or changed. */
export function ChargeProductDialog({ product, onClose }: { product: StaffChargeProduct | null; onClose: () => void }) {
  const saving = useSaveChargeProduct(product?.id ?? null);
  const { field, amountField, ...form } = useCallForm<Fields, ChargeProductForm, { message: string }>({
    schema: chargeProductForm,
    start: {
      name: product?.name ?? '',
      price: product ? String(product.price) : '',
      vat: product?.untaxedAs ?? 'standard',
    },
    bodyOf: ({ name, price, vat }) => ({ name, price: parseNaira(price), ...vatOf(vat) }),
    call: saving.mutateAsync,
    onDone: ({ message }) => {
      toast({ title: product ? 'Charge changed' : 'Charge offered', description: message });
      onClose();
    },
  });
  return (
    <FormDialog
      title={product ? (product.monthly ? 'Edit monthly charge' : 'Edit one-off charge') : 'New one-off charge'}
      confirm={product ? 'Save' : 'Offer this charge'}
      form={form}
      onClose={onClose}
    >
      <Field label="Name" maxLength={100} placeholder="Second router" autoComplete="off" {...field('name')} />
      <AmountField label="Price in naira" hint={hintOf(product)} {...amountField('price')} />
      {!product?.monthly && (
        <SelectField
          label="VAT"
          options={[
            { value: 'standard', label: 'Bears VAT, as the plans do' },
            { value: 'zero-rated', label: 'Zero-rated: VAT of 0 %' },
            { value: 'exempt', label: 'Exempt from VAT' },
          ]}
          {...field('vat')}
        />
      )}
    </FormDialog>
  );
}
