import { createSavedReply, type SavedReply, type SavedReplyForm } from '@portal/contract/support/staff-chat';
import type { FormEvent } from 'react';
import { useForm } from 'react-hook-form';
import { ApiError, messageOf } from '../../../../shared/api/api-error.ts';
import { formResolver } from '../../../../shared/api/form-resolver.ts';
import { useOneAtATime } from '../../../../shared/api/use-one-at-a-time.ts';
import { toast } from '../../../../shared/ui/feedback/toast.ts';
import { useSaveReply } from './api/saved-replies.ts';

/** The form of a saved reply: a new one where `reply` is null. Its values stay after a failure. */
export function useSavedReplyForm(reply: SavedReply | null, onSaved: () => void) {
  const saving = useSaveReply();
  const oneAtATime = useOneAtATime();
  const { register, handleSubmit, setFocus, formState } = useForm({
    resolver: formResolver(createSavedReply.body),
    defaultValues: { title: reply?.title ?? '', content: reply?.content ?? '' },
  });
  const refusal = saving.error instanceof ApiError ? saving.error : undefined;
  async function save(form: SavedReplyForm) {
    try {
      await saving.mutateAsync({ id: reply?.id ?? null, form });
      toast({ title: 'Reply saved', description: 'Every agent finds it above the reply field.' });
      onSaved();
    } catch (failure) {
      const isText = failure instanceof ApiError && failure.errors.content && !failure.errors.title;
      setFocus(isText ? 'content' : 'title');
    }
  }
  return {
    busy: saving.isPending,
    failure: saving.error && messageOf(saving.error),
    field: (name: keyof SavedReplyForm) => ({
      ...register(name),
      error: formState.errors[name]?.message ?? refusal?.errors[name],
    }),
    submit: (event: FormEvent) => {
      event.preventDefault();
      oneAtATime(handleSubmit(save));
    },
  };
}
