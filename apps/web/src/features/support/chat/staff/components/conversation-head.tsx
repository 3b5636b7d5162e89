import type { StaffChat } from '@portal/contract/support/staff-chat';
import { acceptChat, openTicketFromChat } from '@portal/contract/support/staff-chat';
import { ArrowLeft, Ticket } from 'lucide-react';
import { type Ref, useState } from 'react';
import { bidiIsolate } from '../../../../../shared/format/bidi-isolate.ts';
import { formatTime } from '../../../../../shared/format/date.ts';
import { Allowed } from '../../../../../shared/staff/allowed.tsx';
import { Button } from '../../../../../shared/ui/button/button.tsx';
import { initialsOf } from '../../../../../shared/ui/chat/initials.ts';
import { useNow } from '../../../../../shared/ui/hooks/use-now.ts';
import { PageLink } from '../../../../../shared/ui/navigation/page-link.tsx';
import { useAgentConnection } from '../agent-connection.tsx';
import { lookOf } from '../chat-labels.ts';
import { isMine } from '../inbox-list.ts';
import { spanLabel, waitLabel } from '../time-labels.ts';
import { useChatActions } from '../use-chat-actions.ts';
import { CloseDialog } from './close-dialog.tsx';
import { type DialogName, MoreActions } from './more-actions.tsx';
import { TicketDialog } from './ticket-dialog.tsx';
import { TransferDialog } from './transfer-dialog.tsx';

export type ConversationHeadProps = {
  chat: StaffChat;
  /** Where the list is. */
  back: string;
  onShowCustomer: () => void;
  heading: Ref<HTMLHeadingElement>;
};

/** The customer, since when, and the actions for the chat. */
export function ConversationHead({ chat, back, onShowCustomer, heading }: ConversationHeadProps) {
  const { userId } = useAgentConnection();
  const [dialog, setDialog] = useState<DialogName | null>(null);
  const { accept, close } = useChatActions(chat);
  const { status, ticket } = chat;
  const mine = isMine(chat, userId);
  const shut = () => setDialog(null);
  return (
    <header className="inbox-head">
      <PageLink className="icon-btn lg:hidden" to={back} aria-label="Back to the inbox">
        <ArrowLeft />
      </PageLink>
      <span className="inbox-initials" aria-hidden="true">
        {initialsOf(chat.customer.name)}
      </span>
      <div className="min-w-0 flex-1">
        <h2 className="semi truncate outline-none" ref={heading} tabIndex={-1}>
          {bidiIsolate(chat.customer.name)}
        </h2>
        <p className="small soft truncate">
          <Since chat={chat} />
        </p>
      </div>
      {mine && !ticket && (
        <Allowed to={openTicketFromChat}>
          <Button variant="secondary" className="inbox-ticket" onClick={() => setDialog('ticket')}>
            <Ticket />
            <span className="max-lg:sr-only">Create ticket</span>
          </Button>
        </Allowed>
      )}
      <Allowed to={acceptChat}>
        {status === 'waiting' && (
          <Button busy={accept.busy} busyLabel="Accepting..." onClick={accept.run}>
            Accept
          </Button>
        )}
      </Allowed>
      {mine && (
        <Button busy={close.busy} busyLabel="Resolving..." onClick={() => close.run('resolved')}>
          Resolve
        </Button>
      )}
      <MoreActions chat={chat} isMine={mine} onShowCustomer={onShowCustomer} onDialog={setDialog} />
      <TransferDialog chat={chat} open={dialog === 'transfer'} onClose={shut} />
      <CloseDialog
        hasTicket={ticket !== null}
        open={dialog === 'close'}
        onClose={shut}
        busy={close.busy}
        onConfirm={(reason) => close.run(reason, shut)}
      />
      <TicketDialog chat={chat} open={dialog === 'ticket'} onClose={shut} />
    </header>
  );
}

function Since({ chat }: { chat: StaffChat }) {
  const { status, createdAt, firstReplyAt, waitingSince, agent } = chat;
  const nowMs = useNow(1000).getTime();
  const began = formatTime(createdAt);
  if (status === 'waiting') return `Chat since ${began}, waiting ${waitLabel(waitingSince, nowMs)}`;
  const reply = firstReplyAt ? `, first reply in ${spanLabel(createdAt, firstReplyAt)}` : ', no reply yet';
  if (status === 'active') return `Chat since ${began}${reply}`;
  return `${lookOf(chat).label}${agent ? `, with ${bidiIsolate(agent.name)}` : ''}${firstReplyAt ? reply : ''}`;
}
