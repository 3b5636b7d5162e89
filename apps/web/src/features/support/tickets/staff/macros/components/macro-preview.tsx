import type { Macro } from '@portal/contract/support/macros';
import type { FilledReply } from '@portal/contract/support/saved-replies';
import type { StaffTicketThread } from '@portal/contract/support/staff-tickets';
import { findMark } from '@portal/kernel/support/reply-variables';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { messageOf } from '../../../../../../shared/api/api-error.ts';
import { newClientId } from '../../../../../../shared/api/new-client-id.ts';
import { useMutateOnce } from '../../../../../../shared/api/use-mutate-once.ts';
import { AsyncBoundary } from '../../../../../../shared/ui/async/async-boundary.tsx';
import { Skeleton } from '../../../../../../shared/ui/async/skeleton.tsx';
import { Button } from '../../../../../../shared/ui/button/button.tsx';
import { Dialog } from '../../../../../../shared/ui/dialog/dialog.tsx';
import { Alert } from '../../../../../../shared/ui/feedback/alert.tsx';
import { toast } from '../../../../../../shared/ui/feedback/toast.ts';
import { TextAreaField } from '../../../../../../shared/ui/form/text-area-field.tsx';
import { TickList } from '../../../../../../shared/ui/layout/tick-list.tsx';
import { languageNote } from '../../../../saved-replies/staff/language-note.ts';
import { selectMark } from '../../../../saved-replies/staff/use-insert-reply.ts';
import { NewerEntries } from '../../components/newer-entries.tsx';
import { lastEntryOf, newerEntriesIn } from '../../use-staff-reply.ts';
import { useMacroPreview, useRunMacro } from '../api/macros.ts';
import { effectsOf } from '../macro-effects.ts';

type MacroPreviewProps = {
  ticket: StaffTicketThread;
  chosen: Macro;
  onClose: () => void;
  onBack: () => void;
};

/** Everything that one press will do, since nothing takes it back; what it answers can be changed first. */
export function MacroPreview({ ticket, chosen, onClose, onBack }: MacroPreviewProps) {
  const preview = useMacroPreview(ticket.id, chosen.id);
  return (
    <Dialog open onClose={onClose} title={chosen.title}>
      <AsyncBoundary
        query={preview}
        failure="We could not see what this macro would do"
        skeleton={<Skeleton className="mt-3 h-64 w-full" />}
      >
        {({ macro, reply }) => <Run ticket={ticket} macro={macro} reply={reply} onClose={onClose} onBack={onBack} />}
      </AsyncBoundary>
    </Dialog>
  );
}

type RunProps = Omit<MacroPreviewProps, 'chosen'> & { macro: Macro; reply: FilledReply | null };

function Run({ ticket, macro, reply, onClose, onBack }: RunProps) {
  const [text, setText] = useState(reply?.text ?? '');
  const [unfilled, setUnfilled] = useState(false);
  const area = useRef<HTMLTextAreaElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the preview is there.
  useEffect(() => {
    if (!selectMark(area.current, text)) (area.current ?? button.current)?.focus();
  }, []);
  // Both stay as they are while the dialog is open: what is newer is then told.
  const [{ clientRequestId, afterEntry }] = useState(() => ({
    clientRequestId: newClientId(),
    afterEntry: lastEntryOf(ticket),
  }));
  const running = useRunMacro(ticket.id, macro.id);
  const send = useMutateOnce(running);
  const newer = newerEntriesIn(running.error);
  function run(overNewer = false) {
    if (selectMark(area.current, text)) return setUnfilled(true);
    send(
      { clientRequestId, afterEntry, overNewer, ...(reply && { text }) },
      {
        onSuccess: ({ message }) => {
          toast({ title: macro.title, description: message });
          onClose();
        },
      },
    );
  }
  function runByKey(event: KeyboardEvent) {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    run();
  }
  return (
    <div className="mt-4 grid gap-4">
      {reply && (
        <TextAreaField
          ref={area}
          label="Answer to the customer"
          hint={languageNote(reply)}
          error={unfilled && findMark(text) ? 'Replace what is marked: the portal does not know it.' : undefined}
          rows={6}
          maxLength={10_000}
          readOnly={running.isPending}
          lang={reply.language}
          value={text}
          onChange={({ target }) => setText(target.value)}
          onKeyDown={runByKey}
        />
      )}
      {effectsOf(macro).length > 0 && <TickList items={effectsOf(macro)} />}
      {newer && (
        <NewerEntries
          entries={newer}
          customer={ticket.customer.name}
          busy={running.isPending}
          label="Run it all the same"
          onSend={() => run(true)}
          onRead={onClose}
        />
      )}
      {running.error && !newer && <Alert kind="bad">{messageOf(running.error)}</Alert>}
      {!newer && (
        <div className="dialog-actions">
          <Button ref={button} busy={running.isPending} busyLabel="Running..." onClick={() => run()}>
            {reply ? 'Send and apply' : 'Apply'}
          </Button>
          <Button variant="secondary" onClick={onBack}>
            Other macro
          </Button>
        </div>
      )}
    </div>
  );
}
