import type { LineView } from '@portal/contract/billing/lines';
import { changeLineOfCustomer } from '@portal/contract/billing/staff-lines';
import { useState } from 'react';
import type { z } from 'zod/mini';
import { useCallForm } from '../../../../../shared/api/use-call-form.ts';
import { bidiIsolate } from '../../../../../shared/format/bidi-isolate.ts';
import { Button } from '../../../../../shared/ui/button/button.tsx';
import { FormDialog } from '../../../../../shared/ui/dialog/form-dialog.tsx';
import { toast } from '../../../../../shared/ui/feedback/toast.ts';
import { Field } from '../../../../../shared/ui/form/field.tsx';
import { useChangeLine } from '../api/staff-lines.ts';

/** Names a customer's line, and says where it is, after a dialog. */
export function ChangeLine({ line }: { line: LineView }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button variant="quiet" aria-label={`Rename ${bidiIsolate(line.label)}`} onClick={() => setOpen(true)}>
        Rename
      </Button>
      {open && <ChangeLineDialog line={line} onClose={() => setOpen(false)} />}
    </>
  );
}

type Fields = { label: string; place: string };

function ChangeLineDialog({ line, onClose }: { line: LineView; onClose: () => void }) {
  const changing = useChangeLine(line.id);
  const { field, ...form } = useCallForm<Fields, z.output<typeof changeLineOfCustomer.body>, { message: string }>({
    schema: changeLineOfCustomer.body,
    start: { label: line.label, place: line.place ?? '' },
    bodyOf: (fields) => fields,
    call: changing.mutateAsync,
    onDone: ({ message }) => {
      toast({ title: 'Line', description: message });
      onClose();
    },
  });
  return (
    <FormDialog title="Name and place of the line" confirm="Save" form={form} onClose={onClose}>
      <Field label="Name of the line" autoComplete="off" autoFocus {...field('label')} />
      <Field
        label="Where it is (optional)"
        hint="So that a technician finds it: a street, a gate, a landmark."
        autoComplete="off"
        {...field('place')}
      />
    </FormDialog>
  );
}
