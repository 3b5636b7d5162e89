import type { SavedReply } from '@portal/contract/support/staff-chat';
import { Button } from '../../../../../shared/ui/button/button.tsx';
import { Dialog } from '../../../../../shared/ui/dialog/dialog.tsx';
import { Alert } from '../../../../../shared/ui/feedback/alert.tsx';
import { Field } from '../../../../../shared/ui/form/field.tsx';
import { TextAreaField } from '../../../../../shared/ui/form/text-area-field.tsx';
import { useSavedReplyForm } from '../use-saved-reply-form.ts';

const FORM_ID = 'saved-reply';

/** Creates a reply, or edits the given one. */
export function SavedReplyDialog({ reply, onClose }: { reply: SavedReply | null; onClose: () => void }) {
  const { busy, failure, field, submit } = useSavedReplyForm(reply, onClose);
  return (
    <Dialog
      open
      onClose={onClose}
      title={reply ? 'Change this reply' : 'New reply'}
      actions={
        <>
          <Button type="submit" form={FORM_ID} busy={busy} busyLabel="Saving...">
            Save
          </Button>
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
        </>
      }
    >
      <form id={FORM_ID} className="mt-4 grid gap-4" noValidate onSubmit={submit}>
        <Field label="Title" hint="A word or two; agents choose by it." maxLength={60} {...field('title')} />
        <TextAreaField label="Text" rows={5} maxLength={4000} {...field('content')} />
        {failure && <Alert kind="bad">{failure}</Alert>}
      </form>
    </Dialog>
  );
}
