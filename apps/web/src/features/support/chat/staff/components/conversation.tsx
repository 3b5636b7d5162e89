import type { StaffChat, StaffNote } from '@portal/contract/support/staff-chat';
import { sendStaffMessage } from '@portal/contract/support/staff-chat';
import { ArrowLeft } from 'lucide-react';
import { type Ref, useCallback, useRef, useState, useSyncExternalStore } from 'react';
import { Allowed } from '../../../../../shared/staff/allowed.tsx';
import { AsyncBoundary } from '../../../../../shared/ui/async/async-boundary.tsx';
import { Skeleton } from '../../../../../shared/ui/async/skeleton.tsx';
import { ChatLog } from '../../../../../shared/ui/chat/chat-log.tsx';
import { PageLink } from '../../../../../shared/ui/navigation/page-link.tsx';
import { lastSeqOf, type MessageHistory } from '../../message-history.ts';
import { useAgentConnection } from '../agent-connection.tsx';
import { useStaffChat } from '../api/get-staff-chat.ts';
import { useMessages } from '../api/list-messages.ts';
import { isMine } from '../inbox-list.ts';
import { useTyping } from '../typing.ts';
import { useFocusOnOpen } from '../use-focus-on-open.ts';
import { useReadReceipt } from '../use-read-receipt.ts';
import { ConversationHead } from './conversation-head.tsx';
import { ConversationLines } from './conversation-lines.tsx';
import { OutsideStrip } from './outside-strip.tsx';
import { ReplyBox } from './reply-box.tsx';

export type ConversationProps = {
  chatId: string;
  /** Where the list is. */
  back: string;
  onShowCustomer: () => void;
};

/** One chat: head, messages, and the reply field. */
export function Conversation({ chatId, back, onShowCustomer }: ConversationProps) {
  const opened = useStaffChat(chatId);
  return (
    <>
      {opened.error && !opened.data && (
        <PageLink className="icon-btn m-2 lg:hidden" to={back} aria-label="Back to the inbox">
          <ArrowLeft />
        </PageLink>
      )}
      <AsyncBoundary query={opened} failure="We could not open this chat" skeleton={<ConversationSkeleton />}>
        {({ chat, notes }) => (
          <OpenedConversation chat={chat} notes={notes} back={back} onShowCustomer={onShowCustomer} />
        )}
      </AsyncBoundary>
    </>
  );
}

type OpenedConversationProps = Omit<ConversationProps, 'chatId'> & { chat: StaffChat; notes: readonly StaffNote[] };

function OpenedConversation({ chat, notes, back, onShowCustomer }: OpenedConversationProps) {
  const { userId } = useAgentConnection();
  const mine = isMine(chat, userId);
  const messages = useMessages(chat.id, { watched: chat.status === 'active' && !mine });
  const heading = useRef<HTMLHeadingElement>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  useFocusOnOpen({ chatId: chat.id, heading, field: mine ? field : null });
  return (
    <>
      <ConversationHead chat={chat} back={back} onShowCustomer={onShowCustomer} heading={heading} />
      <OutsideStrip chat={chat} />
      <AsyncBoundary
        query={messages}
        failure="We could not load the conversation"
        skeleton={
          <div className="flex-1 p-6">
            <Skeleton className="h-16 w-2/3" />
          </div>
        }
      >
        {(history) => <Log chat={chat} notes={notes} history={history} />}
      </AsyncBoundary>
      <Allowed to={sendStaffMessage}>
        <ReplyBox key={`${chat.id} ${mine}`} chat={chat} ref={field as Ref<HTMLTextAreaElement>} />
      </Allowed>
    </>
  );
}

type LogProps = { chat: StaffChat; notes: readonly StaffNote[]; history: MessageHistory };

function Log({ chat, notes, history }: LogProps) {
  const { userId, replies } = useAgentConnection();
  const [endSeen, setEndSeen] = useState(true);
  const isTyping = useTyping(chat.id);
  const outgoing = useSyncExternalStore(
    replies.subscribe,
    useCallback(() => replies.linesOf(chat.id), [replies, chat.id]),
  );
  useReadReceipt(chat, history, endSeen);
  return (
    <ChatLog label={`Conversation with ${chat.customer.name}`} newest={lastSeqOf(history)} onEndSeen={setEndSeen}>
      <ConversationLines
        chat={chat}
        messages={history.messages}
        notes={notes}
        outgoing={outgoing}
        userId={userId}
        isTyping={isTyping}
        onRetry={() => replies.flush(chat.id)}
      />
    </ChatLog>
  );
}

function ConversationSkeleton() {
  return (
    <div className="grid content-start gap-6 p-6">
      <Skeleton className="h-12 w-64" />
      <Skeleton className="h-14 w-2/3" />
      <Skeleton className="h-14 w-1/2 justify-self-end" />
      <Skeleton className="h-14 w-1/2" />
    </div>
  );
}
