import type { SavedReply } from '@portal/contract/support/saved-replies';
import { createSavedReply } from '@portal/contract/support/saved-replies';
import { Pencil, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useMutateOnce } from '../../../../../shared/api/use-mutate-once.ts';
import { languages } from '../../../../../shared/i18n/languages.ts';
import { Allowed } from '../../../../../shared/staff/allowed.tsx';
import { ConfirmDialog } from '../../../../../shared/staff/confirm-dialog.tsx';
import { AsyncBoundary } from '../../../../../shared/ui/async/async-boundary.tsx';
import { EmptyState } from '../../../../../shared/ui/async/empty-state.tsx';
import { Skeleton } from '../../../../../shared/ui/async/skeleton.tsx';
import { Button } from '../../../../../shared/ui/button/button.tsx';
import { toast } from '../../../../../shared/ui/feedback/toast.ts';
import { useDeleteReply, useSavedReplies } from '../api/saved-replies.ts';
import { SavedReplyDialog } from './saved-reply-dialog.tsx';

type Open = { readonly kind: 'write' | 'delete'; readonly reply: SavedReply | null } | null;

/**
 * All saved replies, each to be changed or deleted by any agent; changes are on the audit record.
 */
export function SavedReplies() {
  const replies = useSavedReplies();
  const [open, setOpen] = useState<Open>(null);
  const shut = () => setOpen(null);
  return (
    <section aria-label="Saved replies" className="mt-6 max-w-3xl">
      <Allowed to={createSavedReply}>
        <Button onClick={() => setOpen({ kind: 'write', reply: null })}>
          <Plus />
          New reply
        </Button>
      </Allowed>
      <div className="mt-6">
        <AsyncBoundary
          query={replies}
          failure="We could not load the saved replies"
          skeleton={<Skeleton className="h-64 w-full" />}
        >
          {(loaded) =>
            loaded.length === 0 ? (
              <EmptyState title="No saved replies yet">
                Write the first for a question that you answer often.
              </EmptyState>
            ) : (
              <ul className="border-ink border-t">
                {loaded.map((reply) => (
                  <Row
                    key={reply.id}
                    reply={reply}
                    onChange={() => setOpen({ kind: 'write', reply })}
                    onDelete={() => setOpen({ kind: 'delete', reply })}
                  />
                ))}
              </ul>
            )
          }
        </AsyncBoundary>
      </div>
      {open?.kind === 'write' && <SavedReplyDialog reply={open.reply} onClose={shut} />}
      {open?.kind === 'delete' && open.reply && <DeleteDialog reply={open.reply} onClose={shut} />}
    </section>
  );
}

function Row({ reply, onChange, onDelete }: { reply: SavedReply; onChange: () => void; onDelete: () => void }) {
  return (
    <li className="flex items-start gap-2 border-line border-b py-3">
      <div className="min-w-0 flex-1">
        <h2 className="semi break-words">{reply.title}</h2>
        <p className="soft break-words whitespace-pre-wrap">{reply.content}</p>
        <p className="small muted mt-1">{languagesOf(reply)}</p>
      </div>
      <Allowed to={createSavedReply}>
        <button type="button" className="icon-btn" aria-label={`Change ${reply.title}`} onClick={onChange}>
          <Pencil />
        </button>
        <button type="button" className="icon-btn" aria-label={`Delete ${reply.title}`} onClick={onDelete}>
          <Trash2 />
        </button>
      </Allowed>
    </li>
  );
}

function languagesOf(reply: SavedReply): string {
  const names = languages.filter(({ code }) => code === 'en' || reply[code]).map(({ name }) => name);
  return names.length === 1 ? 'English alone' : names.join(', ');
}

function DeleteDialog({ reply, onClose }: { reply: SavedReply; onClose: () => void }) {
  const deletion = useDeleteReply();
  const send = useMutateOnce(deletion);
  function remove() {
    send(reply.id, {
      onSuccess: () => {
        toast({ title: 'Reply deleted', description: `${reply.title} is gone for every agent.` });
        onClose();
      },
    });
  }
  return (
    <ConfirmDialog
      title="Delete this reply"
      confirm="Delete for everybody"
      busy={deletion.isPending}
      error={deletion.error}
      onConfirm={remove}
      onClose={onClose}
    >
      “{reply.title}” disappears for every agent. What was sent with it stays in chats and tickets.
    </ConfirmDialog>
  );
}
