import { publishSetting, type Setting } from '@portal/contract/console/settings';
import * as z from 'zod/mini';
import { ApiError } from '../../../../../shared/api/api-error.ts';
import { useCallForm } from '../../../../../shared/api/use-call-form.ts';
import { FormDialog } from '../../../../../shared/ui/dialog/form-dialog.tsx';
import { Alert } from '../../../../../shared/ui/feedback/alert.tsx';
import { toast } from '../../../../../shared/ui/feedback/toast.ts';
import { Field } from '../../../../../shared/ui/form/field.tsx';
import { usePublishSetting } from '../api/settings.ts';
import { groupOf, isSameSetting } from '../setting-fields.ts';
import { SettingDifference } from './setting-difference.tsx';

const noteForm = z.pick(publishSetting.body, { note: true });

export type PublishDialogProps = {
  setting: Setting;
  /** The version that was edited. */
  basedOn: number;
  value: unknown;
  onClose: () => void;
  onPublished: (number: number) => void;
};

/**
 * Shows what a publication changes and asks what to note of it. When somebody has published
 * meanwhile, it shows the difference to theirs, and publishing again replaces it.
 */
export function PublishDialog({ setting, basedOn, value, onClose, onPublished }: PublishDialogProps) {
  const { subject, initial, current, number, versions } = setting;
  const publish = usePublishSetting(subject);
  const form = useCallForm({
    schema: noteForm,
    start: { note: '' },
    bodyOf: (values) => values,
    call: ({ note }) =>
      publish.mutateAsync({
        note,
        basedOn: isConflict(publish.error) ? number : basedOn,
        value: isSameSetting(subject, value, initial) ? null : value,
      }),
    onDone: (answer) => {
      toast({ title: groupOf(subject).name, description: answer.message });
      onPublished(answer.number);
    },
  });
  const isBehind = number !== basedOn && isConflict(publish.error);
  const [latest] = versions;
  // What only the server can tell, such as a day that is over, is about the value and not about the note.
  const { note: _note, ...faults } = publish.error instanceof ApiError ? publish.error.errors : {};
  const fault = Object.values(faults).join(' ');
  return (
    <FormDialog
      title={`Publish: ${groupOf(subject).name}`}
      confirm="Publish"
      busyLabel="Publishing..."
      form={{ ...form, failure: isBehind ? undefined : fault || form.failure }}
      onClose={onClose}
    >
      {isBehind && latest && (
        <Alert kind="bad">
          {latest.by.name} has published version {latest.number} meanwhile: “{latest.note}”. Below is what yours would
          change in it. Publishing again replaces it.
        </Alert>
      )}
      <SettingDifference subject={subject} before={current} after={value} />
      <Field
        label="What have you changed, and why?"
        hint="For the record, with your name."
        maxLength={300}
        {...form.field('note')}
      />
    </FormDialog>
  );
}

function isConflict(error: unknown): boolean {
  return error instanceof ApiError && error.status === 409;
}
