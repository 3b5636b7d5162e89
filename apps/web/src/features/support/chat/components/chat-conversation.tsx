import { memo } from 'react';
import { now } from '../../../../shared/format/clock.ts';
import { formatDay, formatMoment, formatTime } from '../../../../shared/format/date.ts';
import type { Translate } from '../../../../shared/i18n/translate.ts';
import { useText } from '../../../../shared/i18n/use-text.ts';
import { ChatBubble, ChatNote, ChatTyping } from '../../../../shared/ui/chat/chat-bubble.tsx';
import { ChatLog } from '../../../../shared/ui/chat/chat-log.tsx';
import { type Conversation, type ConversationLine, conversationLines } from '../conversation-lines.ts';

export type ChatConversationProps = Conversation & {
  typing: boolean;
  onEndSeen: (seen: boolean) => void;
  onRetry: () => void;
};

/** The messages of the chat, with its events in between. */
export const ChatConversation = memo(function ChatConversation(props: ChatConversationProps) {
  const { session, history, outgoing, typing, onEndSeen, onRetry } = props;
  const t = useText();
  const lines = conversationLines(props, now().toISOString());
  const over = session?.status === 'closed';
  return (
    <ChatLog label={t('Messages')} newest={history.messages.length + outgoing.length} onEndSeen={onEndSeen}>
      {lines.map((line) => (
        <Line key={line.key} line={line} {...(!over && { onRetry })} />
      ))}
      {typing && <ChatTyping label={t('{name} is typing', { name: session?.supportAgent?.name ?? t('Support') })} />}
    </ChatLog>
  );
});

const Line = memo(function Line({ line, onRetry }: { line: ConversationLine; onRetry?: () => void }) {
  const t = useText();
  switch (line.kind) {
    case 'mine':
      return (
        <ChatBubble side="mine" time={formatTime(line.at)} tick={line.tick} {...(onRetry && { onRetry })}>
          {line.content}
        </ChatBubble>
      );
    case 'theirs':
      return (
        <ChatBubble side="theirs" time={formatTime(line.at)}>
          {line.content}
        </ChatBubble>
      );
    case 'day':
      return <ChatNote>{line.day}</ChatNote>;
    case 'joined':
      return (
        <ChatNote>
          {line.at === null
            ? t('{name} joined the chat', { name: line.name })
            : t('{moment}. {name} joined the chat', { moment: momentIn(t, line.at), name: line.name })}
        </ChatNote>
      );
    case 'back-in-queue':
      return (
        <ChatNote>
          {t('{moment}. The agent had to leave. You are in the queue again, in the place you had.', {
            moment: momentIn(t, line.at),
          })}
        </ChatNote>
      );
  }
});

/** 'Today, 19:42', or '4 July, 19:42'. */
function momentIn(t: Translate, at: string): string {
  return formatDay(at) === formatDay(now().toISOString())
    ? t('Today, {time}', { time: formatTime(at) })
    : formatMoment(at);
}
