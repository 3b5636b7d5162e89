import { openTicketFromChat, type StaffChat } from '@portal/contract/support/staff-chat';
import {
  type TicketCategory,
  type TicketPriority,
  ticketCategory,
  ticketPriority,
} from '@portal/contract/support/tickets';
import { useForm } from 'react-hook-form';
import { ApiError, messageOf } from '../../../../../shared/api/api-error.ts';
import { formResolver } from '../../../../../shared/api/form-resolver.ts';
import { useOneAtATime } from '../../../../../shared/api/use-one-at-a-time.ts';
import { bidiIsolate } from '../../../../../shared/format/bidi-isolate.ts';
import { Button } from '../../../../../shared/ui/button/button.tsx';
import { Dialog } from '../../../../../shared/ui/dialog/dialog.tsx';
import { Alert } from '../../../../../shared/ui/feedback/alert.tsx';
import { toast } from '../../../../../shared/ui/feedback/toast.ts';
import { Field } from '../../../../../shared/ui/form/field.tsx';
import { SelectField } from '../../../../../shared/ui/form/select-field.tsx';
import { type TicketFromChat, useOpenTicket } from '../api/change-chat.ts';

const FORM_ID = 'ticket-from-chat';
const PRIORITIES: Record<TicketPriority, string> = { low: 'Low', medium: 'Medium', high: 'High', urgent: 'Urgent' };

const CATEGORIES: Record<TicketCategory, string> = {
  fault: 'Fault',
  billing: 'Billing',
  account: 'Account',
  other: 'Other',
};

export type TicketDialogProps = { chat: StaffChat; open: boolean; onClose: () => void };

/** A ticket with the transcript, for a question that the chat cannot settle. */
export function TicketDialog({ chat, open, onClose }: TicketDialogProps) {
  const opening = useOpenTicket(chat.id);
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Create a ticket"
      actions={
        <>
          <Button type="submit" form={FORM_ID} busy={opening.isPending} busyLabel="Creating...">
            Create ticket
          </Button>
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
        </>
      }
    >
      <p className="soft mt-2 mb-4">
        {bidiIsolate(chat.customer.name)} finds it under My tickets, with the whole conversation. The chat goes on.
      </p>
      <TicketForm send={opening.mutateAsync} onDone={onClose} />
    </Dialog>
  );
}

type TicketFormProps = {
  send: ReturnType<typeof useOpenTicket>['mutateAsync'];
  onDone: () => void;
};

function TicketForm({ send, onDone }: TicketFormProps) {
  const oneAtATime = useOneAtATime();
  const { register, handleSubmit, setError, formState } = useForm({
    resolver: formResolver(openTicketFromChat.body),
    defaultValues: { subject: '', category: 'other' as const, priority: 'medium' as const },
  });
  const { errors } = formState;
  async function submit(form: TicketFromChat) {
    try {
      const { ticketNumber } = await send(form);
      toast({ title: `Ticket ${ticketNumber} is open`, description: 'Quote the number to the customer.' });
      onDone();
    } catch (failure) {
      const aboutField = failure instanceof ApiError ? failure.errors.subject : undefined;
      if (aboutField) setError('subject', { message: aboutField }, { shouldFocus: true });
      else setError('root', { message: messageOf(failure) });
    }
  }
  return (
    <form
      id={FORM_ID}
      className="grid gap-4"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        oneAtATime(handleSubmit(submit));
      }}
    >
      <Field
        label="Subject"
        hint="What it is about, in the customer’s words."
        maxLength={200}
        error={errors.subject?.message}
        {...register('subject')}
      />
      <SelectField
        label="Category"
        hint="The category decides when the first response and the resolution are due."
        options={ticketCategory.options.map((value) => ({ value, label: CATEGORIES[value] }))}
        error={errors.category?.message}
        {...register('category')}
      />
      <SelectField
        label="Priority"
        options={ticketPriority.options.map((value) => ({ value, label: PRIORITIES[value] }))}
        error={errors.priority?.message}
        {...register('priority')}
      />
      {errors.root?.message && <Alert kind="bad">{errors.root.message}</Alert>}
    </form>
  );
}
