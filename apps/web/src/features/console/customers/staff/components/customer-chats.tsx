import type { StaffChat } from '@portal/contract/support/staff-chat';
import { CircleCheck, Clock, MessageCircle } from 'lucide-react';
import { bidiIsolate } from '../../../../../shared/format/bidi-isolate.ts';
import { formatMoment } from '../../../../../shared/format/date.ts';
import { AsyncBoundary } from '../../../../../shared/ui/async/async-boundary.tsx';
import { ShowMore } from '../../../../../shared/ui/async/show-more.tsx';
import { Skeleton } from '../../../../../shared/ui/async/skeleton.tsx';
import { StatusBadge, type StatusLook } from '../../../../../shared/ui/feedback/status-badge.tsx';
import { PageLink } from '../../../../../shared/ui/navigation/page-link.tsx';
import { useCustomerChats } from '../api/list-customer-chats.ts';

const CHAT_STATUSES: Record<StaffChat['status'], StatusLook> = {
  waiting: { label: 'Waiting', kind: 'warn', icon: Clock },
  active: { label: 'Active', kind: 'info', icon: MessageCircle },
  closed: { label: 'Closed', kind: 'mute', icon: CircleCheck },
};

/**
 * The chats of one customer, last changed first, each leading to the inbox where it can be read.
 */
export function CustomerChats({ customerId }: { customerId: number }) {
  const chats = useCustomerChats(customerId);
  return (
    <AsyncBoundary query={chats} failure="We could not load the chats" skeleton={<Skeleton className="h-20 w-full" />}>
      {(loaded) =>
        loaded.length === 0 ? (
          <p className="small muted">No chat yet.</p>
        ) : (
          <>
            <ul>
              {loaded.map((chat) => (
                <ChatRow key={chat.id} chat={chat} />
              ))}
            </ul>
            <ShowMore query={chats} />
          </>
        )
      }
    </AsyncBoundary>
  );
}

function ChatRow({ chat: { id, status, createdAt, agent, lastMessage, ticket } }: { chat: StaffChat }) {
  return (
    <li className="relative flex items-center justify-between gap-4 border-line border-t py-3 first:border-t-0 hover:bg-sheet">
      <div className="min-w-0">
        <PageLink
          className="line-clamp-1 font-medium break-all after:absolute after:inset-0 hover:underline"
          to={`/admin/inbox?chat=${encodeURIComponent(id)}`}
        >
          {lastMessage?.content ?? 'Nothing was written'}
        </PageLink>
        <p className="small muted">
          {formatMoment(createdAt)}
          {agent && `, with ${bidiIsolate(agent.name)}`}
          {ticket && `, became ${ticket.number}`}
        </p>
      </div>
      <StatusBadge status={status} statuses={CHAT_STATUSES} />
    </li>
  );
}
