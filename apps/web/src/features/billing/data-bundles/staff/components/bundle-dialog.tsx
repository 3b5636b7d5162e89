import { bundleForm, type StaffBundle } from '@portal/contract/billing/staff-data-bundles';
import { useCallForm } from '../../../../../shared/api/use-call-form.ts';
import { parseNumber } from '../../../../../shared/format/parse-number.ts';
import { FormDialog } from '../../../../../shared/ui/dialog/form-dialog.tsx';
import { toast } from '../../../../../shared/ui/feedback/toast.ts';
import { Field } from '../../../../../shared/ui/form/field.tsx';
import { useSaveBundle } from '../api/change-bundles.ts';

/** A bundle to be offered or changed. Its size is chosen once: another size is another bundle. */
export function BundleDialog({ bundle, onClose }: { bundle: StaffBundle | null; onClose: () => void }) {
  const saving = useSaveBundle(bundle?.id ?? null);
  const { field, ...form } = useCallForm({
    schema: bundleForm,
    start: {
      name: bundle?.name ?? '',
      gigabytes: bundle ? String(bundle.gigabytes) : '',
      price: bundle ? String(bundle.price) : '',
    },
    bodyOf: ({ name, gigabytes, price }) => ({ name, gigabytes: parseNumber(gigabytes), price: parseNumber(price) }),
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
      <Field
        label="Price in naira"
        inputMode="decimal"
        autoComplete="off"
        hint={bundle ? 'Payments that are under way keep the price they were opened with.' : undefined}
        {...field('price')}
      />
    </FormDialog>
  );
}
