import type { SavedReply } from '@portal/contract/support/saved-replies';
import { replyVariables } from '@portal/kernel/support/reply-variables';
import { languages } from '../../../../../shared/i18n/languages.ts';
import { FormDialog } from '../../../../../shared/ui/dialog/form-dialog.tsx';
import { Field } from '../../../../../shared/ui/form/field.tsx';
import { TextAreaField } from '../../../../../shared/ui/form/text-area-field.tsx';
import { useSavedReplyForm } from '../use-saved-reply-form.ts';

/** Creates a reply, or edits the given one: in English, and in the languages that it has. */
export function SavedReplyDialog({ reply, onClose }: { reply: SavedReply | null; onClose: () => void }) {
  const { field, ...form } = useSavedReplyForm(reply, onClose);
  return (
    <FormDialog title={reply ? 'Change this reply' : 'New reply'} confirm="Save" form={form} onClose={onClose}>
      <Field label="Title" hint="A word or two; agents choose by it." maxLength={60} {...field('title')} />
      <TextAreaField
        label="Text"
        hint={`In English, which also goes to customers whose language has no text here. The portal fills in ${replyVariables.map((name) => `{${name}}`).join(', ')}.`}
        rows={4}
        maxLength={4000}
        {...field('content')}
      />
      {languages.map(
        ({ code, name, nativeName }) =>
          code !== 'en' && (
            <TextAreaField
              key={code}
              label={`Text in ${name}`}
              lang={code}
              placeholder={nativeName}
              rows={3}
              maxLength={4000}
              {...field(code)}
            />
          ),
      )}
    </FormDialog>
  );
}
