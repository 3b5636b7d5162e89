import { type AddressPool, type AddressPoolForm, addressPoolForm } from '@portal/contract/network/addresses';
import { parseNumber } from '@portal/kernel/parse-amount';
import { useCallForm } from '../../../../../shared/api/use-call-form.ts';
import { FormDialog } from '../../../../../shared/ui/dialog/form-dialog.tsx';
import { toast } from '../../../../../shared/ui/feedback/toast.ts';
import { Field } from '../../../../../shared/ui/form/field.tsx';
import { SelectField } from '../../../../../shared/ui/form/select-field.tsx';
import { useServicePlans } from '../../../../catalogue/plans/api/list-service-plans.ts';
import { useSaveAddressPool } from '../api/addresses.ts';

type Fields = {
  name: string;
  purpose: 'fixed' | 'dynamic';
  network: string;
  prefixLength: string;
  framedPool: string;
  planId: string;
};

/** A pool to be added or changed. */
export function AddressPoolDialog({ pool, onClose }: { pool: AddressPool | null; onClose: () => void }) {
  const saving = useSaveAddressPool(pool?.id ?? null);
  const plans = useServicePlans();
  const {
    field,
    form: fields,
    ...form
  } = useCallForm<Fields, AddressPoolForm, { message: string }>({
    schema: addressPoolForm,
    start: {
      name: pool?.name ?? '',
      purpose: pool?.purpose ?? 'fixed',
      network: pool?.network ?? '',
      prefixLength: pool?.prefixLength?.toString() ?? '',
      framedPool: pool?.framedPool ?? '',
      planId: pool?.plan?.id ?? '',
    },
    bodyOf: ({ prefixLength, framedPool, planId, ...values }) => ({
      ...values,
      prefixLength: values.network.includes(':') && prefixLength.trim() !== '' ? parseNumber(prefixLength) : null,
      framedPool: values.purpose === 'dynamic' && framedPool.trim() !== '' ? framedPool : null,
      planId: values.purpose === 'dynamic' && planId !== '' ? planId : null,
    }),
    call: saving.mutateAsync,
    onDone: ({ message }) => {
      toast({ title: 'Pool of addresses', description: message });
      onClose();
    },
  });
  const isDynamic = fields.watch('purpose') === 'dynamic';
  const isIpv6 = fields.watch('network').includes(':');
  const offered = plans.data?.map(({ id, name }) => ({ value: id, label: name })) ?? [];
  const own = pool?.plan && !offered.some(({ value }) => value === pool.plan?.id) ? [pool.plan] : [];
  return (
    <FormDialog title={pool ? 'Edit the pool' : 'Add a pool'} confirm="Save" form={form} onClose={onClose}>
      <Field label="Name" maxLength={60} placeholder="Fixed, Lagos" autoComplete="off" {...field('name')} />
      <SelectField
        label="Who gives its addresses"
        options={[
          { value: 'fixed', label: 'We do, to single lines' },
          { value: 'dynamic', label: 'The access servers, by plan' },
        ]}
        {...field('purpose')}
      />
      <Field
        label="Network"
        maxLength={50}
        placeholder="198.51.100.0/24"
        autoComplete="off"
        spellCheck={false}
        hint="It stays once an address of it was given."
        {...field('network')}
      />
      {isIpv6 && (
        <Field
          label="Length of a line’s prefix"
          inputMode="numeric"
          maxLength={3}
          placeholder="56"
          autoComplete="off"
          {...field('prefixLength')}
        />
      )}
      {isDynamic && (
        <>
          <Field
            label="Name at the access servers"
            maxLength={64}
            placeholder="pool-home"
            autoComplete="off"
            spellCheck={false}
            hint="They get it as Framed-Pool when a line connects."
            {...field('framedPool')}
          />
          <SelectField
            label="Plan"
            placeholder="No plan yet"
            options={[...own.map(({ id, name }) => ({ value: id, label: name })), ...offered]}
            {...field('planId')}
          />
        </>
      )}
    </FormDialog>
  );
}
