import type { SavedReply } from '@portal/contract/support/saved-replies';
import { foldName } from '@portal/kernel/fold-name';
import type { UseQueryResult } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { AsyncBoundary } from '../../../../../shared/ui/async/async-boundary.tsx';
import { Skeleton } from '../../../../../shared/ui/async/skeleton.tsx';
import { Dialog } from '../../../../../shared/ui/dialog/dialog.tsx';
import { Field } from '../../../../../shared/ui/form/field.tsx';
import { PageLink } from '../../../../../shared/ui/navigation/page-link.tsx';

type SavedReplySearchProps = {
  query: UseQueryResult<readonly SavedReply[]>;
  onChoose: (reply: SavedReply) => void;
  onClose: () => void;
};

/** Finds a saved reply by its title or text; Enter takes the first. */
export function SavedReplySearch({ query, onChoose, onClose }: SavedReplySearchProps) {
  return (
    <Dialog open onClose={onClose} title="Saved replies">
      <AsyncBoundary
        query={query}
        failure="We could not load the saved replies"
        skeleton={<Skeleton className="mt-3 h-64 w-full" />}
      >
        {(replies) => <Found replies={replies} onChoose={onChoose} />}
      </AsyncBoundary>
      <PageLink className="link mt-3 inline-flex min-h-11 items-center" to="/admin/saved-replies">
        Write and change saved replies
      </PageLink>
    </Dialog>
  );
}

type FoundProps = { replies: readonly SavedReply[]; onChoose: (reply: SavedReply) => void };

function Found({ replies, onChoose }: FoundProps) {
  const [typed, setTyped] = useState('');
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  const wanted = foldName(typed);
  const found = replies.filter(({ title, content }) => foldName(`${title} ${content}`).includes(wanted));
  const first = found[0];
  return (
    <form
      className="mt-3"
      onSubmit={(event) => {
        event.preventDefault();
        // React's events reach the form from which the dialog was opened.
        event.stopPropagation();
        if (first) onChoose(first);
      }}
    >
      <Field
        ref={field}
        label="Search"
        type="search"
        autoComplete="off"
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <ul className="mt-3 max-h-[50dvh] overflow-y-auto">
        {found.map((reply) => (
          <li key={reply.id} className="border-line border-t first:border-t-0">
            <button
              type="button"
              className="min-h-11 w-full rounded-control px-2 py-2.5 text-left hover:bg-well focus-visible:-outline-offset-3"
              onClick={() => onChoose(reply)}
            >
              <span className="block font-medium">{reply.title}</span>
              <span className="small muted line-clamp-2">{reply.content}</span>
            </button>
          </li>
        ))}
      </ul>
      {found.length === 0 && (
        <p className="soft mt-3">{replies.length === 0 ? 'There are no saved replies yet.' : 'No reply matches.'}</p>
      )}
    </form>
  );
}
