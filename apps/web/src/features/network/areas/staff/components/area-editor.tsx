import { brand } from '@portal/brand';
import { setCustomerArea } from '@portal/contract/network/staff-incidents';
import { useState } from 'react';
import { useCallForm } from '../../../../../shared/api/use-call-form.ts';
import { bidiIsolate } from '../../../../../shared/format/bidi-isolate.ts';
import { Allowed } from '../../../../../shared/staff/allowed.tsx';
import { Button } from '../../../../../shared/ui/button/button.tsx';
import { FormDialog } from '../../../../../shared/ui/dialog/form-dialog.tsx';
import { toast } from '../../../../../shared/ui/feedback/toast.ts';
import { DescriptionList } from '../../../../../shared/ui/layout/description-list.tsx';
import { useServiceAreas, useSetCustomerArea } from '../api/areas.ts';
import { AreaField } from './area-field.tsx';

type AreaEditorProps = {
  customer: { readonly id: number; readonly name: string; readonly lineId: number; readonly area: string | null };
};

const { district, city } = brand.address;

/** Where a line of a customer is, and how to change it. */
export function AreaEditor({ customer }: AreaEditorProps) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <DescriptionList
        className="small mt-3"
        facts={[{ label: 'Service area', value: customer.area ?? 'Not known yet' }]}
      />
      <Allowed to={setCustomerArea}>
        <Button variant="quiet" className="small" onClick={() => setOpen(true)}>
          {customer.area === null ? 'Set service area' : 'Change'}
        </Button>
      </Allowed>
      {open && <AreaDialog customer={customer} onClose={() => setOpen(false)} />}
    </>
  );
}

function AreaDialog({ customer, onClose }: AreaEditorProps & { onClose: () => void }) {
  const areas = useServiceAreas();
  const saving = useSetCustomerArea(customer.id, customer.lineId);
  const { field, ...form } = useCallForm({
    schema: setCustomerArea.body,
    start: { area: customer.area ?? '' },
    bodyOf: ({ area }) => ({ area: area.trim() === '' ? null : area }),
    call: ({ area }) => saving.mutateAsync(area),
    onDone: ({ message }) => {
      toast({ title: bidiIsolate(customer.name), description: message });
      onClose();
    },
  });
  return (
    <FormDialog title="Service area" confirm="Save" form={form} onClose={onClose}>
      <p className="soft">
        It decides which outages concern {bidiIsolate(customer.name)}, and who gets a credit after long ones.
      </p>
      <AreaField
        areas={areas}
        hint={`“${district}, ${city}” lies within “${city}”. Leave it empty when it is unknown.`}
        {...field('area')}
      />
    </FormDialog>
  );
}
