import { createSavedReply, type SavedReply, type SavedReplyForm } from '@portal/contract/support/saved-replies';
import { useCallForm } from '../../../../shared/api/use-call-form.ts';
import { toast } from '../../../../shared/ui/feedback/toast.ts';
import { useSaveReply } from './api/saved-replies.ts';

/** The form of a saved reply: a new one where `reply` is null. Its values stay after a failure. */
export function useSavedReplyForm(reply: SavedReply | null, onSaved: () => void) {
  const saving = useSaveReply();
  return useCallForm({
    schema: createSavedReply.body,
    start: {
      title: reply?.title ?? '',
      content: reply?.content ?? '',
      yo: reply?.yo ?? '',
      ha: reply?.ha ?? '',
      ig: reply?.ig ?? '',
    },
    bodyOf: (values) => values,
    call: (form: SavedReplyForm) => saving.mutateAsync({ id: reply?.id ?? null, form }),
    onDone: () => {
      toast({ title: 'Reply saved', description: 'Every agent finds it above the field of a reply.' });
      onSaved();
    },
  });
}
