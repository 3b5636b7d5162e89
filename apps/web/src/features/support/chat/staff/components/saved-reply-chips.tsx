import { Lock, Search } from 'lucide-react';
import { KeyCap } from '../../../../../shared/staff/shortcuts/key-cap.tsx';
import { useReconnection } from '../../../../../shared/ui/hooks/use-reconnection.ts';
import { useSavedReplies } from '../../../saved-replies/staff/api/saved-replies.ts';
import { SavedReplySearch } from '../../../saved-replies/staff/components/saved-reply-search.tsx';
import type { useInsertReply } from '../../../saved-replies/staff/use-insert-reply.ts';

/** So many fit beside each other; more are found by searching. */
const CHIPS = 6;

export type SavedReplyChipsProps = {
  isNote: boolean;
  onNote: (isNote: boolean) => void;
  replies: ReturnType<typeof useInsertReply>;
};

/** Above the composer: note or reply, and the replies that every agent may use. */
export function SavedReplyChips({
  isNote,
  onNote,
  replies: { searching, search, stopSearching, choose },
}: SavedReplyChipsProps) {
  const query = useSavedReplies();
  const replies = query.data ?? [];
  const failed = query.isLoadingError;
  useReconnection(() => {
    if (failed) void query.refetch();
  });
  return (
    <div className="inbox-chips">
      <button type="button" className="chip" aria-pressed={isNote} onClick={() => onNote(!isNote)}>
        <Lock className="icon-small" />
        Note
      </button>
      {!isNote && failed && (
        <p className="small flex flex-none items-center gap-2 text-bad" role="alert">
          We could not load the saved replies.
          <button type="button" className="chip" onClick={() => void query.refetch()}>
            Retry
          </button>
        </p>
      )}
      {!isNote && replies.length > CHIPS && (
        <button type="button" className="chip" onClick={search}>
          <Search className="icon-small" />
          {`All ${replies.length}`}
          <KeyCap>/</KeyCap>
        </button>
      )}
      {!isNote &&
        replies.slice(0, CHIPS).map((reply) => (
          <button key={reply.id} type="button" className="chip" onClick={() => choose(reply)}>
            {reply.title}
          </button>
        ))}
      {searching && <SavedReplySearch query={query} onChoose={choose} onClose={stopSearching} />}
    </div>
  );
}
