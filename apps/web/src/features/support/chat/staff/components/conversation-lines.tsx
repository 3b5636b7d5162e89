import type { ChatMessage } from '@portal/contract/support/chat';
import type { StaffChat, StaffNote } from '@portal/contract/support/staff-chat';
import { Lock } from 'lucide-react';
import { Fragment, type ReactNode } from 'react';
import { bidiIsolate } from '../../../../../shared/format/bidi-isolate.ts';
import { formatDay, formatMoment, formatTime } from '../../../../../shared/format/date.ts';
import { ChatBubble, ChatNote, type ChatTick, ChatTyping } from '../../../../../shared/ui/chat/chat-bubble.tsx';
import { useNow } from '../../../../../shared/ui/hooks/use-now.ts';
import type { OutgoingLine } from '../../outbox.ts';
import { firstName, lookOf } from '../chat-labels.ts';
import { isMine } from '../inbox-list.ts';
import { useInboxParts } from '../inbox-parts.ts';
import { windowOf } from '../window-labels.ts';
import { ChatFiles, DeliveryNote } from './outside-message.tsx';

export type ConversationLinesProps = {
  chat: StaffChat;
  messages: readonly ChatMessage[];
  notes: readonly StaffNote[];
  outgoing: readonly OutgoingLine[];
  userId: number;
  isTyping: boolean;
  onRetry: () => void;
};

/**
 * The conversation with its days, the staff notes at their places, pending messages, and its
 * beginning and end.
 */
export function ConversationLines(props: ConversationLinesProps) {
  const { chat, messages, notes, outgoing, userId, isTyping, onRetry } = props;
  const { resend } = useInboxParts();
  const nowMs = useNow(60_000).getTime();
  const canResend = isMine(chat, userId) && windowOf(chat, nowMs).kind === 'open';
  const stored = new Set(messages.map(({ clientMessageId }) => clientMessageId));
  return (
    <>
      <ChatNote>{openingOf(chat, userId)}</ChatNote>
      <Notes notes={notes} from={0} to={0} />
      {messages.map((message, index) => {
        const before = messages[index - 1];
        const next = messages[index + 1];
        return (
          <Fragment key={message.seq}>
            {before && formatDay(before.timestamp) !== formatDay(message.timestamp) && (
              <ChatNote>{formatDay(message.timestamp)}</ChatNote>
            )}
            {message.sender === 'agent' && before?.senderName !== message.senderName && (
              <Writer message={message} chat={chat} />
            )}
            <Line message={message} />
            {message.files && <ChatFiles files={message.files} />}
            {message.delivery && (
              <DeliveryNote message={message} onResend={canResend ? () => resend(chat.id, message.seq) : null} />
            )}
            <Notes notes={notes} from={message.seq} to={next ? next.seq - 1 : Number.POSITIVE_INFINITY} />
          </Fragment>
        );
      })}
      {messages.length === 0 && <Notes notes={notes} from={1} to={Number.POSITIVE_INFINITY} />}
      {outgoing
        .filter(({ clientMessageId }) => !stored.has(clientMessageId))
        .map(({ clientMessageId, content, writtenAt, tick }) => (
          <ChatBubble key={clientMessageId} side="mine" time={formatTime(writtenAt)} tick={tick} onRetry={onRetry}>
            {content}
          </ChatBubble>
        ))}
      {isTyping && <ChatTyping label={`${firstName(chat.customer.name)} is typing`} />}
      {chat.status === 'closed' && <ChatNote>{endingOf(chat)}</ChatNote>}
    </>
  );
}

/** The tick of one of our messages; outside the portal what is known of it comes first. */
function tickOf({ status, delivery }: ChatMessage): ChatTick {
  if (delivery?.state === 'failed') return 'failed';
  return delivery?.state === 'waiting' || delivery?.state === 'unknown' ? 'sending' : status;
}

function Line({ message }: { message: ChatMessage }) {
  const { sender, content, timestamp } = message;
  const isOurs = sender === 'agent';
  return (
    <ChatBubble
      side={isOurs ? 'mine' : 'theirs'}
      time={formatTime(timestamp)}
      {...(isOurs && { tick: tickOf(message) })}
    >
      {content}
    </ChatBubble>
  );
}

/**
 * Said where a colleague had written: after a hand-over the conversation has more than one voice on
 * our side.
 */
function Writer({ message, chat }: { message: ChatMessage; chat: StaffChat }) {
  const present = chat.agent && firstName(chat.agent.name);
  if (!message.senderName || message.senderName === present) return null;
  return <p className="micro muted -mb-1 self-end">{message.senderName}</p>;
}

/** The notes that were written after `from` and before the message after `to`. */
function Notes({ notes, from, to }: { notes: readonly StaffNote[]; from: number; to: number }): ReactNode {
  return notes
    .filter(({ afterSeq }) => afterSeq >= from && afterSeq <= to)
    .map(({ id, author, content, timestamp }) => (
      <div key={id} className="inbox-note">
        <Lock className="icon-small" />
        <div className="min-w-0 flex-1">
          <p className="break-words whitespace-pre-wrap">
            <span className="sr-only">Staff note: </span>
            {content}
          </p>
          <p className="micro">
            {bidiIsolate(author.name)}, {formatMoment(timestamp)}
          </p>
        </div>
      </div>
    ));
}

function openingOf({ createdAt, status, agent }: StaffChat, userId: number): string {
  const began = formatMoment(createdAt);
  if (status === 'waiting') return `${began}. Waiting for an agent`;
  if (!agent) return began;
  return `${began}. ${agent.id === userId ? 'You' : bidiIsolate(agent.name)} joined the chat`;
}

function endingOf(chat: StaffChat): string {
  const { label } = lookOf(chat);
  return chat.closedAt ? `${formatMoment(chat.closedAt)}. ${label}` : label;
}
