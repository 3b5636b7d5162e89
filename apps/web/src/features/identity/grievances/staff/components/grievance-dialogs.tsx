import { answerGrievance, closeGrievance, type StaffGrievance } from '@portal/contract/identity/grievances';
import { useState } from 'react';
import { useCallForm } from '../../../../../shared/api/use-call-form.ts';
import { FormDialog } from '../../../../../shared/ui/dialog/form-dialog.tsx';
import { toast } from '../../../../../shared/ui/feedback/toast.ts';
import { SelectField } from '../../../../../shared/ui/form/select-field.tsx';
import { TextAreaField } from '../../../../../shared/ui/form/text-area-field.tsx';
import { useAnswerGrievance, useCloseGrievance } from '../api/grievances.ts';
import { findingLabels, outcomeLabels } from '../grievance-labels.ts';

type DialogProps = { grievance: StaffGrievance; onClose: () => void };

const optionsOf = (labels: Readonly<Record<string, string>>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }));

/** The answer to a grievance, which takes a position and cannot be changed once it is sent. */
export function AnswerDialog({ grievance, onClose }: DialogProps) {
  const [{ id, number }] = useState(grievance);
  const { mutateAsync } = useAnswerGrievance(id);
  const { field, ...form } = useCallForm({
    schema: answerGrievance.body,
    start: { finding: '', answer: '' },
    bodyOf: (fields) => fields,
    call: mutateAsync,
    onDone: ({ message }) => {
      toast({ title: `${number} answered`, description: message });
      onClose();
    },
  });
  return (
    <FormDialog title={`Answer ${number}`} confirm="Send the answer" form={form} onClose={onClose}>
      <SelectField
        label="What did you find?"
        placeholder="Choose"
        options={optionsOf(findingLabels)}
        {...field('finding')}
      />
      <TextAreaField
        label="Answer"
        rows={6}
        maxLength={4000}
        hint="What you do about it, or why nothing was wrong. It is mailed to the customer and cannot be changed."
        {...field('answer')}
      />
    </FormDialog>
  );
}

/** How an answered grievance ended. */
export function CloseDialog({ grievance, onClose }: DialogProps) {
  const [{ id, number }] = useState(grievance);
  const { mutateAsync } = useCloseGrievance(id);
  const { field, ...form } = useCallForm({
    schema: closeGrievance.body,
    start: { outcome: '' },
    bodyOf: (fields) => fields,
    call: mutateAsync,
    onDone: ({ message }) => {
      toast({ title: `${number} closed`, description: message });
      onClose();
    },
  });
  return (
    <FormDialog title={`Close ${number}?`} confirm="Close the grievance" form={form} onClose={onClose}>
      <SelectField
        label="How did it end?"
        placeholder="Choose"
        options={optionsOf(outcomeLabels)}
        {...field('outcome')}
      />
    </FormDialog>
  );
}
