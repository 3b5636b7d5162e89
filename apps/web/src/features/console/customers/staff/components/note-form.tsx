import { addNote } from '@portal/contract/console/customer-notes';
import { useRef } from 'react';
import { newClientId } from '../../../../../shared/api/new-client-id.ts';
import { useCallForm } from '../../../../../shared/api/use-call-form.ts';
import { Button } from '../../../../../shared/ui/button/button.tsx';
import { Alert } from '../../../../../shared/ui/feedback/alert.tsx';
import { TextAreaField } from '../../../../../shared/ui/form/text-area-field.tsx';
import { useAddNote } from '../api/change-notes.ts';

/** Writes down what other staff should know of a customer. */
export function NoteForm({ customerId }: { customerId: number }) {
  const { mutateAsync } = useAddNote(customerId);
  // Of this note, so that it is stored once however often it is sent.
  const noteId = useRef(newClientId());
  const { form, failure, busy, submit, field } = useCallForm({
    schema: addNote.body,
    start: { text: '' },
    bodyOf: ({ text }) => ({ text, clientNoteId: noteId.current }),
    call: mutateAsync,
    onDone: () => {
      noteId.current = newClientId();
      form.reset();
    },
  });
  return (
    <form noValidate onSubmit={submit} className="grid gap-3">
      <TextAreaField
        label="New note"
        hint="For staff only; it cannot be changed afterwards"
        rows={2}
        {...field('text')}
      />
      {failure && <Alert kind="bad">{failure}</Alert>}
      <div>
        <Button type="submit" variant="secondary" busy={busy}>
          Add note
        </Button>
      </div>
    </form>
  );
}
