import type { SavedReply } from '@portal/contract/support/staff-chat';
import { FormDialog } from '../../../../../shared/ui/dialog/form-dialog.tsx';
import { Field } from '../../../../../shared/ui/form/field.tsx';
import { TextAreaField } from '../../../../../shared/ui/form/text-area-field.tsx';
import { useSavedReplyForm } from '../use-saved-reply-form.ts';

/** Creates a reply, or edits the given one. */
export function SavedReplyDialog({ reply, onClose }: { reply: SavedReply | null; onClose: () => void }) {
  const { field, ...form } = useSavedReplyForm(reply, onClose);
  return (
    <FormDialog title={reply ? 'Change this reply' : 'New reply'} confirm="Save" form={form} onClose={onClose}>
      <Field label="Title" hint="A word or two; agents choose by it." maxLength={60} {...field('title')} />
      <TextAreaField label="Text" rows={5} maxLength={4000} {...field('content')} />
    </FormDialog>
  );
}
