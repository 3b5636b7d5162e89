import { setLineEquipment } from '@portal/contract/network/access';
import { useState } from 'react';
import { useCallForm } from '../../../../../shared/api/use-call-form.ts';
import { bidiIsolate } from '../../../../../shared/format/bidi-isolate.ts';
import { Allowed } from '../../../../../shared/staff/allowed.tsx';
import { Button } from '../../../../../shared/ui/button/button.tsx';
import { FormDialog } from '../../../../../shared/ui/dialog/form-dialog.tsx';
import { toast } from '../../../../../shared/ui/feedback/toast.ts';
import { Field } from '../../../../../shared/ui/form/field.tsx';
import { DescriptionList } from '../../../../../shared/ui/layout/description-list.tsx';
import { useSetLineEquipment } from '../api/line-equipment.ts';

type EquipmentEditorProps = {
  customer: {
    readonly id: number;
    readonly name: string;
    readonly lineId: number;
    readonly ontSerial: string | null;
    readonly ontMac: string | null;
  };
};

const withColons = (mac: string) => mac.replace(/(..)(?=.)/g, '$1:');

/** The fibre box of a line, and how to note it. */
export function EquipmentEditor({ customer }: EquipmentEditorProps) {
  const { ontSerial, ontMac } = customer;
  const [open, setOpen] = useState(false);
  const facts = [
    ...(ontSerial ? [{ label: 'Serial number', value: <span className="wrap-anywhere">{ontSerial}</span> }] : []),
    ...(ontMac ? [{ label: 'MAC address', value: withColons(ontMac) }] : []),
  ];
  return (
    <>
      <DescriptionList
        className="small mt-3"
        facts={facts.length > 0 ? facts : [{ label: 'Fibre box', value: 'Not noted yet' }]}
      />
      <Allowed to={setLineEquipment}>
        <Button variant="quiet" className="small" onClick={() => setOpen(true)}>
          {facts.length > 0 ? 'Change box' : 'Note the box'}
        </Button>
      </Allowed>
      {open && <EquipmentDialog customer={customer} onClose={() => setOpen(false)} />}
    </>
  );
}

function EquipmentDialog({ customer, onClose }: EquipmentEditorProps & { onClose: () => void }) {
  const { id, name, lineId, ontSerial, ontMac } = customer;
  const saving = useSetLineEquipment(id);
  const { field, ...form } = useCallForm({
    schema: setLineEquipment.body,
    start: { ontSerial: ontSerial ?? '', ontMac: ontMac ? withColons(ontMac) : '' },
    bodyOf: (fields) => ({ ontSerial: fields.ontSerial.trim() || null, ontMac: fields.ontMac.trim() || null, lineId }),
    call: saving.mutateAsync,
    onDone: ({ message }) => {
      toast({ title: bidiIsolate(name), description: message });
      onClose();
    },
  });
  return (
    <FormDialog title="Fibre box of the line" confirm="Save" form={form} onClose={onClose}>
      <Field
        label="Serial number"
        maxLength={60}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        hint="As it is on the label, with or without separators. The search finds the line by it."
        {...field('ontSerial')}
      />
      <Field
        label="MAC address"
        maxLength={40}
        autoComplete="off"
        spellCheck={false}
        placeholder="00:1a:2b:3c:4d:5e"
        {...field('ontMac')}
      />
    </FormDialog>
  );
}
