import { ticketCategory, ticketPriority } from '@portal/contract/support/tickets';
import { bidiIsolate } from '../../../../../shared/format/bidi-isolate.ts';
import { Button } from '../../../../../shared/ui/button/button.tsx';
import { Dialog } from '../../../../../shared/ui/dialog/dialog.tsx';
import { Alert } from '../../../../../shared/ui/feedback/alert.tsx';
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

const FORM_ID = 'new-ticket';

/**
 * A ticket for a customer who called or came by. Its values stay when the dialog is closed or the
 * call fails.
 */
export function NewTicketDialog({ customer, open, onClose, onCreated }: NewTicketDialogProps) {
  const { field, sla, submit, busy, failure } = useNewTicketForm(customer.id, onCreated);
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="New ticket"
      actions={
        <>
          <Button type="submit" form={FORM_ID} busy={busy} busyLabel="Creating...">
            Create ticket
          </Button>
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
        </>
      }
    >
      <form id={FORM_ID} noValidate className="mt-4 grid gap-4" onSubmit={submit}>
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
        {failure && <Alert kind="bad">{failure}</Alert>}
      </form>
    </Dialog>
  );
}
