import type { StaffChat } from '@portal/contract/support/staff-chat';
import { useDeferredValue, useRef } from 'react';
import { useRowKeys } from '../../../../../shared/staff/shortcuts/use-row-keys.ts';
import { AsyncBoundary } from '../../../../../shared/ui/async/async-boundary.tsx';
import { EmptyState } from '../../../../../shared/ui/async/empty-state.tsx';
import { Skeleton } from '../../../../../shared/ui/async/skeleton.tsx';
import { Button } from '../../../../../shared/ui/button/button.tsx';
import { useNow } from '../../../../../shared/ui/hooks/use-now.ts';
import { PageLink } from '../../../../../shared/ui/navigation/page-link.tsx';
import { useAgentConnection } from '../agent-connection.tsx';
import { OPEN_CHATS_LISTED, useClosedChats, useOpenChats } from '../api/list-chats.ts';
import { inInboxOrder, isMine, matching } from '../inbox-list.ts';
import type { InboxLocation } from '../inbox-location.ts';
import { placeOf } from '../inbox-location.ts';
import { ChatRow } from './chat-row.tsx';

export type ChatListProps = {
  place: InboxLocation;
  /** The search text. */
  typed: string;
};

/** The queue, then the active chats, then those that have ended; under Mine, one's own. */
export function ChatList({ place, typed }: ChatListProps) {
  const open = useOpenChats();
  return (
    <AsyncBoundary query={open} failure="We could not load the chats" skeleton={<ListSkeleton />}>
      {(chats) => <LoadedList chats={chats} place={place} typed={typed} />}
    </AsyncBoundary>
  );
}

function LoadedList({ chats, place, typed }: ChatListProps & { chats: readonly StaffChat[] }) {
  const { userId } = useAgentConnection();
  const search = useDeferredValue(typed);
  const list = useRef<HTMLUListElement>(null);
  useRowKeys(list, 'chat');
  const closed = useClosedChats();
  const nowMs = useNow(1000).getTime();
  const isAll = place.tab === 'chats';
  const open = inInboxOrder(isAll ? chats : chats.filter((chat) => isMine(chat, userId)));
  const ended = isAll ? (closed.data?.pages.flat() ?? []) : [];
  const shown = matching([...open, ...ended], search);
  const isCut = isAll && chats.filter(({ status }) => status === 'waiting').length >= OPEN_CHATS_LISTED;
  return (
    <>
      {shown.length === 0 && !(isAll && closed.isPending) && <NothingListed place={place} search={search} />}
      <ul ref={list} aria-label={isAll ? 'Chats' : 'My chats'}>
        {shown.map((chat) => (
          <ChatRow
            key={chat.id}
            chat={chat}
            to={placeOf({ ...place, chat: chat.id })}
            isCurrent={chat.id === place.chat}
            userId={userId}
            nowMs={nowMs}
          />
        ))}
      </ul>
      {isCut && <p className="small muted p-4">Only the first {OPEN_CHATS_LISTED} of the queue are listed.</p>}
      {isAll && closed.hasNextPage && (
        <div className="p-4">
          <Button
            variant="secondary"
            block
            busy={closed.isFetchingNextPage}
            busyLabel="Loading..."
            onClick={() => void closed.fetchNextPage()}
          >
            Show earlier chats
          </Button>
        </div>
      )}
      {isAll && closed.isError && (
        <p className="small p-4">
          The ended chats could not be loaded.{' '}
          <button type="button" className="link min-h-11" onClick={() => void closed.refetch()}>
            Retry
          </button>
        </p>
      )}
    </>
  );
}

function NothingListed({ place, search }: { place: InboxLocation; search: string }) {
  if (search.trim()) {
    return (
      <div className="p-4">
        <EmptyState title="No chat listed here matches">
          <PageLink className="link" to={`/admin/customers?search=${encodeURIComponent(search.trim())}`}>
            Search all customers
          </PageLink>
        </EmptyState>
      </div>
    );
  }
  return (
    <div className="p-4">
      {place.tab === 'mine' ? (
        <EmptyState title="You have no chats">Those that you accept, or are handed, are listed here.</EmptyState>
      ) : (
        <EmptyState title="Nobody is waiting">New chats appear here by themselves.</EmptyState>
      )}
    </div>
  );
}

function ListSkeleton() {
  return (
    <div className="grid gap-px">
      {[1, 2, 3, 4].map((row) => (
        <div key={row} className="grid gap-2 border-line border-b p-4">
          <Skeleton className="h-5 w-1/2" />
          <Skeleton className="h-4 w-5/6" />
          <Skeleton className="h-6 w-20" />
        </div>
      ))}
    </div>
  );
}
