import type { SavedReply } from '@portal/contract/support/staff-chat';
import { foldName } from '@portal/kernel/fold-name';
import { Lock, Search } from 'lucide-react';
import { useState } from 'react';
import { Dialog } from '../../../../../shared/ui/dialog/dialog.tsx';
import { Field } from '../../../../../shared/ui/form/field.tsx';
import { useReconnection } from '../../../../../shared/ui/hooks/use-reconnection.ts';
import { PageLink } from '../../../../../shared/ui/navigation/page-link.tsx';
import { useSavedReplies } from '../api/saved-replies.ts';

/** So many fit beside each other; more are found by searching. */
const CHIPS = 6;

export type SavedReplyChipsProps = {
  isNote: boolean;
  onNote: (isNote: boolean) => void;
  onChoose: (text: string) => void;
};

/** Above the composer: note or reply, and the replies that every agent may use. */
export function SavedReplyChips({ isNote, onNote, onChoose }: SavedReplyChipsProps) {
  const query = useSavedReplies();
  const replies = query.data ?? [];
  const failed = query.isLoadingError;
  useReconnection(() => {
    if (failed) void query.refetch();
  });
  const [searching, setSearching] = useState(false);
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
        <button type="button" className="chip" onClick={() => setSearching(true)}>
          <Search className="icon-small" />
          {`All ${replies.length}`}
        </button>
      )}
      {!isNote &&
        replies.slice(0, CHIPS).map(({ id, title, content }) => (
          <button key={id} type="button" className="chip" onClick={() => onChoose(content)}>
            {title}
          </button>
        ))}
      <Dialog open={searching} onClose={() => setSearching(false)} title="Saved replies">
        <ReplySearch
          replies={replies}
          onChoose={(content) => {
            setSearching(false);
            onChoose(content);
          }}
        />
      </Dialog>
    </div>
  );
}

function ReplySearch({ replies, onChoose }: { replies: readonly SavedReply[]; onChoose: (text: string) => void }) {
  const [typed, setTyped] = useState('');
  const wanted = foldName(typed);
  const found = replies.filter(({ title, content }) => foldName(`${title} ${content}`).includes(wanted));
  return (
    <div className="mt-3">
      <Field label="Search" type="search" value={typed} onChange={(event) => setTyped(event.currentTarget.value)} />
      <ul className="mt-3 max-h-[50dvh] overflow-y-auto">
        {found.map(({ id, title, content }) => (
          <li key={id} className="border-line border-t first:border-t-0">
            <button
              type="button"
              className="min-h-11 w-full rounded-control px-2 py-2.5 text-left hover:bg-well focus-visible:-outline-offset-3"
              onClick={() => onChoose(content)}
            >
              <span className="block font-medium">{title}</span>
              <span className="small muted line-clamp-2">{content}</span>
            </button>
          </li>
        ))}
      </ul>
      {found.length === 0 && <p className="soft mt-3">No reply matches.</p>}
      <PageLink className="link mt-3 inline-flex min-h-11 items-center" to="/admin/saved-replies">
        Write and change saved replies
      </PageLink>
    </div>
  );
}
