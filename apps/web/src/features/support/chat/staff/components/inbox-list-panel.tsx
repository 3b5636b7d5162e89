import { Search } from 'lucide-react';
import { useState } from 'react';
import { PageLink } from '../../../../../shared/ui/navigation/page-link.tsx';
import { useAgentConnection } from '../agent-connection.tsx';
import { useOpenChats } from '../api/list-chats.ts';
import { isMine } from '../inbox-list.ts';
import { type InboxLocation, placeOf } from '../inbox-location.ts';
import { ChatList } from './chat-list.tsx';

export type InboxListProps = { place: InboxLocation; waitingTickets: number | undefined };

/** The left column: search, the three kinds of work, and the chats. */
export function InboxList({ place, waitingTickets }: InboxListProps) {
  const { userId } = useAgentConnection();
  const chats = useOpenChats().data;
  const [typed, setTyped] = useState('');
  const mine = chats?.filter((chat) => isMine(chat, userId)).length;
  return (
    <section className="inbox-list" aria-label="Inbox">
      <div className="px-4 pt-4">
        <h1 className="h2">Inbox</h1>
        <div className="inbox-search">
          <Search />
          <input
            type="search"
            className="input"
            aria-label="Search the chats listed here"
            placeholder="Name, email or ticket"
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
        </div>
      </div>
      <nav className="inbox-tabs" aria-label="Inbox">
        <InboxTab
          to={placeOf({ ...place, tab: 'chats' })}
          label="Chats"
          count={chats?.length}
          isCurrent={place.tab === 'chats'}
        />
        <InboxTab to="/admin/tickets" label="Tickets" count={waitingTickets} isCurrent={false} />
        <InboxTab to={placeOf({ ...place, tab: 'mine' })} label="Mine" count={mine} isCurrent={place.tab === 'mine'} />
      </nav>
      <div className="inbox-rows">
        <ChatList place={place} typed={typed} />
      </div>
    </section>
  );
}

type InboxTabProps = { to: string; label: string; count: number | undefined; isCurrent: boolean };

function InboxTab({ to, label, count, isCurrent }: InboxTabProps) {
  return (
    <PageLink className="inbox-tab" to={to} aria-current={isCurrent ? 'page' : undefined}>
      {label}
      {count !== undefined && <span className="inbox-count">{count}</span>}
    </PageLink>
  );
}
