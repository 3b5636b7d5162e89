import type { FilledReply, SavedReply } from '@portal/contract/support/saved-replies';
import { findMark, markOf } from '@portal/kernel/support/reply-variables';
import { useMutation } from '@tanstack/react-query';
import { type KeyboardEvent, type RefObject, useState } from 'react';
import { messageOf } from '../../../../shared/api/api-error.ts';
import { useMutateOnce } from '../../../../shared/api/use-mutate-once.ts';
import { toast } from '../../../../shared/ui/feedback/toast.ts';
import { languageNote } from './language-note.ts';

type InsertOrder = {
  /** Has the server fill in a reply for the customer. */
  readonly fill: (replyId: string) => Promise<FilledReply>;
  readonly text: string;
  readonly write: (text: string) => void;
  readonly field: RefObject<HTMLTextAreaElement | null>;
};

/** Selects the first thing that nobody has filled in yet; false when there is none. */
export function selectMark(field: HTMLTextAreaElement | null, text: string): boolean {
  const mark = findMark(text);
  if (mark === null) return false;
  field?.focus();
  field?.setSelectionRange(mark.start, mark.start + markOf(mark.name).length);
  return true;
}

/**
 * Searching for a saved reply, and inserting one after what is written already: in the customer's
 * language, with the first gap selected. `said` tells which language it was.
 */
export function useInsertReply({ fill, text, write, field }: InsertOrder) {
  const [searching, setSearching] = useState(false);
  const [said, setSaid] = useState<string>();
  const filling = useMutation({ mutationFn: fill });
  const ask = useMutateOnce(filling);
  function choose({ id, title }: Pick<SavedReply, 'id' | 'title'>) {
    setSearching(false);
    ask(id, {
      onSuccess: (filled) => {
        const whole = text.trim() ? `${text.trimEnd()}\n${filled.text}` : filled.text;
        write(whole);
        setSaid(languageNote(filled));
        // The field has the text only after the next render.
        requestAnimationFrame(() => {
          if (!selectMark(field.current, whole)) field.current?.focus();
        });
      },
      onError: (failure) =>
        toast({ title: `${title} not inserted`, description: messageOf(failure), variant: 'destructive' }),
    });
  }
  return {
    searching,
    search: () => setSearching(true),
    stopSearching: () => setSearching(false),
    choose,
    filling: filling.isPending,
    /** Nothing once the field is empty again. */
    said: text.trim() === '' ? undefined : said,
    /** A slash in an empty field, or Ctrl and the semicolon, search for a reply. */
    searchByKey: (event: KeyboardEvent<HTMLTextAreaElement>) => {
      const slash = event.key === '/' && event.currentTarget.value === '';
      if (!slash && !(event.key === ';' && (event.ctrlKey || event.metaKey))) return;
      event.preventDefault();
      setSearching(true);
    },
  };
}
