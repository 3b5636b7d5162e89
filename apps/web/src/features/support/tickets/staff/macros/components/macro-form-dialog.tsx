import type { Macro } from '@portal/contract/support/macros';
import { ticketPriority } from '@portal/contract/support/tickets';
import { FormDialog } from '../../../../../../shared/ui/dialog/form-dialog.tsx';
import { Field } from '../../../../../../shared/ui/form/field.tsx';
import { SelectField } from '../../../../../../shared/ui/form/select-field.tsx';
import { useSavedReplies } from '../../../../saved-replies/staff/api/saved-replies.ts';
import { ticketPriorities, ticketStatuses } from '../../../ticket-labels.ts';
import { useMacroForm } from '../use-macro-form.ts';

type MacroFormDialogProps = {
  macro: Macro | null;
  /** Who may get a ticket. */
  staff: readonly { readonly id: number; readonly name: string }[];
  onClose: () => void;
};

const UNCHANGED = { value: '', label: 'Stays as it is' };
const STATUSES = ['in-progress', 'resolved', 'closed'] as const;

/** Creates a macro, or edits the given one. */
export function MacroFormDialog({ macro, staff, onClose }: MacroFormDialogProps) {
  const { field, ...form } = useMacroForm(macro, onClose);
  const replies = useSavedReplies().data ?? (macro?.reply ? [macro.reply] : []);
  const listed = macro?.assignee && !staff.some(({ id }) => id === macro.assignee?.id) ? [macro.assignee] : [];
  return (
    <FormDialog title={macro ? 'Change this macro' : 'New macro'} confirm="Save" form={form} onClose={onClose}>
      <Field
        label="Title"
        hint="What it does, in a few words; staff choose by it."
        maxLength={60}
        {...field('title')}
      />
      <SelectField
        label="Answers with"
        hint="In the customer’s language, filled in from their account."
        options={[{ value: '', label: 'No answer' }, ...replies.map(({ id, title }) => ({ value: id, label: title }))]}
        {...field('savedReplyId')}
      />
      <SelectField
        label="Status"
        hint="Closed works on a resolved ticket alone."
        options={[UNCHANGED, ...STATUSES.map((value) => ({ value, label: ticketStatuses[value].label }))]}
        {...field('status')}
      />
      <SelectField
        label="Priority"
        options={[
          UNCHANGED,
          ...ticketPriority.options.map((value) => ({ value, label: ticketPriorities[value].label })),
        ]}
        {...field('priority')}
      />
      <SelectField
        label="Assigned to"
        options={[
          UNCHANGED,
          { value: 'me', label: 'Whoever runs it' },
          { value: 'nobody', label: 'Nobody' },
          ...[...listed, ...staff].map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
        {...field('assigneeId')}
      />
      <Field label="Adds the tags" hint="With commas between them." maxLength={640} {...field('addTags')} />
    </FormDialog>
  );
}
