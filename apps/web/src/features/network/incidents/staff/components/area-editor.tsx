import { brand } from '@portal/brand';
import { setCustomerArea } from '@portal/contract/network/staff-incidents';
import { useState } from 'react';
import { useCallForm } from '../../../../../shared/api/use-call-form.ts';
import { isolated } from '../../../../../shared/format/isolated.ts';
import { Alert } from '../../../../../shared/ui/alert.tsx';
import { Button } from '../../../../../shared/ui/button.tsx';
import { Dialog } from '../../../../../shared/ui/dialog.tsx';
import { RuledList } from '../../../../../shared/ui/ruled-list.tsx';
import { toast } from '../../../../../shared/ui/toast.ts';
import { useServiceAreas, useSetCustomerArea } from '../api/areas.ts';
import { AreaField } from './area-field.tsx';

type AreaEditorProps = { customer: { readonly id: number; readonly name: string; readonly area: string | null } };

const { district, city } = brand.address;

/** Where a customer's line is, and how to change it. */
export function AreaEditor({ customer }: AreaEditorProps) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <RuledList className="small mt-3" facts={[{ label: 'Area', value: customer.area ?? 'Not known yet' }]} />
      <Button variant="quiet" className="small" onClick={() => setOpen(true)}>
        {customer.area === null ? 'Say where the line is' : 'Change'}
      </Button>
      {open && <AreaDialog customer={customer} onClose={() => setOpen(false)} />}
    </>
  );
}

function AreaDialog({ customer, onClose }: AreaEditorProps & { onClose: () => void }) {
  const areas = useServiceAreas();
  const saving = useSetCustomerArea(customer.id);
  const { field, submit, busy, failure } = useCallForm({
    schema: setCustomerArea.body,
    start: { area: customer.area ?? '' },
    bodyOf: ({ area }) => ({ area: area.trim() === '' ? null : area }),
    call: ({ area }) => saving.mutateAsync(area),
    onDone: ({ message }) => {
      toast({ title: isolated(customer.name), description: message });
      onClose();
    },
  });
  return (
    <Dialog
      open
      onClose={onClose}
      title="Where the line is"
      actions={
        <>
          <Button type="submit" form="area-form" busy={busy} busyLabel="Saving...">
            Save
          </Button>
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
        </>
      }
    >
      <form id="area-form" noValidate className="mt-4 grid gap-4" onSubmit={submit}>
        <p className="soft">
          It decides which outages concern {isolated(customer.name)}, and what is given back after long ones.
        </p>
        <AreaField
          areas={areas}
          hint={`“${district}, ${city}” lies within “${city}”. Leave it empty when nobody knows.`}
          {...field('area')}
        />
        {failure && <Alert kind="bad">{failure}</Alert>}
      </form>
    </Dialog>
  );
}
