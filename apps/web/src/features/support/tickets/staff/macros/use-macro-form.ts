import { createMacro, type Macro, type MacroForm } from '@portal/contract/support/macros';
import { useCallForm } from '../../../../../shared/api/use-call-form.ts';
import { toast } from '../../../../../shared/ui/feedback/toast.ts';
import { useSaveMacro } from './api/macros.ts';

/** What is chosen in the field of the assignee, besides the id of somebody: nothing, me, nobody. */
const SPECIAL = ['me', 'nobody'] as const;

function assignmentOf(chosen: string) {
  const special = SPECIAL.find((one) => one === chosen);
  if (chosen === '' || special) return { assignTo: special ?? null, assigneeId: null };
  return { assignTo: 'person', assigneeId: Number(chosen) };
}

function startOf(macro: Macro | null) {
  return {
    title: macro?.title ?? '',
    savedReplyId: macro?.reply?.id ?? '',
    status: macro?.status ?? '',
    priority: macro?.priority ?? '',
    assigneeId: macro?.assignee ? String(macro.assignee.id) : (macro?.assignTo ?? ''),
    addTags: macro?.addTags.join(', ') ?? '',
  };
}

/** The form of a macro: a new one where `macro` is null. Its values stay after a failure. */
export function useMacroForm(macro: Macro | null, onSaved: () => void) {
  const saving = useSaveMacro();
  return useCallForm({
    schema: createMacro.body,
    start: startOf(macro),
    bodyOf: ({ title, savedReplyId, status, priority, assigneeId, addTags }) => ({
      title,
      savedReplyId: savedReplyId || null,
      status: status || null,
      priority: priority || null,
      ...assignmentOf(assigneeId),
      addTags: addTags.split(',').filter((tag) => tag.trim() !== ''),
    }),
    call: (form: MacroForm) => saving.mutateAsync({ id: macro?.id ?? null, form }),
    onDone: () => {
      toast({ title: 'Macro saved', description: 'Staff find it above the field of a ticket.' });
      onSaved();
    },
  });
}
