import { ticketCategory, ticketPriority } from '@portal/contract/support/tickets';
import { bidiIsolate } from '../../../../../shared/format/bidi-isolate.ts';
import { FormDialog } from '../../../../../shared/ui/dialog/form-dialog.tsx';
import { Field } from '../../../../../shared/ui/form/field.tsx';
import { SelectField } from '../../../../../shared/ui/form/select-field.tsx';
import { TextAreaField } from '../../../../../shared/ui/form/text-area-field.tsx';
import { ticketPriorities } from '../../ticket-labels.ts';
import { categoryNames } from '../category-names.ts';
import { useNewTicketForm } from '../use-new-ticket-form.ts';

type NewTicketDialogProps = {
  customer: { readonly id: number; readonly name: string };
  open: boolean;
  onClose: () => void;
  /** Called with the id of the ticket that is open now. */
  onCreated: (ticketId: string) => void;
};

/**
 * A ticket for a customer who called or came by. Its values stay when the dialog is closed or the
 * call fails.
 */
export function NewTicketDialog({ customer, open, onClose, onCreated }: NewTicketDialogProps) {
  const { field, sla, ...form } = useNewTicketForm(customer.id, onCreated);
  return (
    <FormDialog
      open={open}
      title="New ticket"
      confirm="Create ticket"
      busyLabel="Creating..."
      form={form}
      onClose={onClose}
    >
      <p className="soft small">For {bidiIsolate(customer.name)}, who gets its number by mail.</p>
      <Field label="Subject" required maxLength={200} {...field('subject')} />
      <TextAreaField
        label="Description"
        required
        rows={4}
        maxLength={10_000}
        placeholder="What the customer says, and since when"
        {...field('description')}
      />
      <SelectField
        label="Category"
        hint={`SLA: ${sla}`}
        options={ticketCategory.options.map((value) => ({ value, label: categoryNames[value] }))}
        {...field('category')}
      />
      <SelectField
        label="Priority"
        options={ticketPriority.options.map((value) => ({ value, label: ticketPriorities[value].label }))}
        {...field('priority')}
      />
    </FormDialog>
  );
}
