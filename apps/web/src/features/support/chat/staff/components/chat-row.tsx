import type { StaffChat } from '@portal/contract/support/staff-chat';
import { Smartphone } from 'lucide-react';
import { bidiIsolate } from '../../../../../shared/format/bidi-isolate.ts';
import { Badge } from '../../../../../shared/ui/feedback/badge.tsx';
import { PageLink } from '../../../../../shared/ui/navigation/page-link.tsx';
import { firstName, lookOf } from '../chat-labels.ts';
import { isMine, lastMoment } from '../inbox-list.ts';
import { momentLabel, waitLabel } from '../time-labels.ts';

export type ChatRowProps = {
  chat: StaffChat;
  to: string;
  isCurrent: boolean;
  userId: number;
  nowMs: number;
};

/** One chat of the list: customer, time, last message, state. */
export function ChatRow({ chat, to, isCurrent, userId, nowMs }: ChatRowProps) {
  const { status, agent, ticket } = chat;
  const { label, kind, icon } = lookOf(chat);
  const isUnread = chat.unread > 0 && (status === 'waiting' || isMine(chat, userId));
  return (
    <li>
      <PageLink className="inbox-row" to={to} aria-current={isCurrent || undefined} data-chat={chat.id} data-row>
        <span className="inbox-name">
          {isUnread && (
            <>
              <span className="inbox-unread" />
              <span className="sr-only">Unread:</span>
            </>
          )}
          <span className="truncate">{bidiIsolate(chat.customer.name)}</span>
        </span>
        <span className="small muted text-right whitespace-nowrap">
          {status === 'waiting' ? waitLabel(chat.waitingSince, nowMs) : momentLabel(lastMoment(chat), nowMs)}
        </span>
        <span className="small soft col-span-2 truncate">{lastWords(chat, userId)}</span>
        <span className="col-span-2 mt-1 flex flex-wrap gap-1.5">
          <Badge kind={kind} icon={icon}>
            {label}
          </Badge>
          {status === 'active' && agent && agent.id !== userId && <Badge kind="mute">{firstName(agent.name)}</Badge>}
          {chat.channel === 'whatsapp' && (
            <Badge kind="mute" icon={Smartphone}>
              WhatsApp
            </Badge>
          )}
          {ticket && <Badge kind="mute">{ticket.number}</Badge>}
        </span>
      </PageLink>
    </li>
  );
}

function lastWords({ lastMessage, agent }: StaffChat, userId: number): string {
  if (!lastMessage) return 'Nothing written yet';
  if (lastMessage.sender === 'user') return lastMessage.content;
  const writer = agent?.id === userId ? 'You' : agent ? firstName(agent.name) : 'Staff';
  return `${writer}: ${lastMessage.content}`;
}
