import { bundleForm, type StaffBundle } from '@portal/contract/billing/staff-data-bundles';
import { parseNumber } from '@portal/kernel/parse-amount';
import { useCallForm } from '../../../../../shared/api/use-call-form.ts';
import { parseNaira } from '../../../../../shared/format/parse-naira.ts';
import { FormDialog } from '../../../../../shared/ui/dialog/form-dialog.tsx';
import { toast } from '../../../../../shared/ui/feedback/toast.ts';
import { AmountField } from '../../../../../shared/ui/form/amount-field.tsx';
import { Field } from '../../../../../shared/ui/form/field.tsx';
import { useSaveBundle } from '../api/change-bundles.ts';

/** A bundle to be offered or changed. Its size is chosen once: another size is another bundle. */
export function BundleDialog({ bundle, onClose }: { bundle: StaffBundle | null; onClose: () => void }) {
  const saving = useSaveBundle(bundle?.id ?? null);
  const { field, amountField, ...form } = useCallForm({
    schema: bundleForm,
    start: {
      name: bundle?.name ?? '',
      gigabytes: bundle ? String(bundle.gigabytes) : '',
      price: bundle ? String(bundle.price) : '',
    },
    bodyOf: ({ name, gigabytes, price }) => ({ name, gigabytes: parseNumber(gigabytes), price: parseNaira(price) }),
    call: saving.mutateAsync,
    onDone: ({ message }) => {
      toast({ title: bundle ? 'Bundle changed' : 'Bundle offered', description: message });
      onClose();
    },
  });
  return (
    <FormDialog
      title={bundle ? 'Edit data bundle' : 'New data bundle'}
      confirm={bundle ? 'Save' : 'Offer this bundle'}
      form={form}
      onClose={onClose}
    >
      <Field label="Name" maxLength={100} placeholder="Small bundle" autoComplete="off" {...field('name')} />
      {bundle ? (
        <p className="soft">
          It adds {bundle.gigabytes.toLocaleString('en-NG')} GB. For another size, retire it and offer a new one.
        </p>
      ) : (
        <Field label="Data in GB" inputMode="numeric" autoComplete="off" {...field('gigabytes')} />
      )}
      <AmountField
        label="Price in naira"
        hint={bundle ? 'Payments that are under way keep the price they were opened with.' : undefined}
        {...amountField('price')}
      />
    </FormDialog>
  );
}
