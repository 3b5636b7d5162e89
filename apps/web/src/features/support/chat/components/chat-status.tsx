import { brand } from '@portal/brand';
import type { ChatCloseReason } from '@portal/contract/support/chat';
import type { TicketCategory } from '@portal/contract/support/tickets';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { phrase } from '../../../../shared/i18n/translate.ts';
import { useText } from '../../../../shared/i18n/use-text.ts';
import { Button } from '../../../../shared/ui/button/button.tsx';
import { PageLink } from '../../../../shared/ui/navigation/page-link.tsx';
import type { ChatClient } from '../chat-client.ts';
import type { ChatState } from '../chat-state.ts';
import { CreateTicketDialog } from './create-ticket-dialog.tsx';

const ENDED: Record<ChatCloseReason, string> = {
  resolved: phrase('The agent has ended this chat. We hope that everything is in order.'),
  'no-answer': phrase('The agent has ended this chat, because there was no answer.'),
  'moved-to-ticket': phrase('This chat goes on as a ticket.'),
  misuse: phrase('The agent has ended this chat.'),
  'ended-by-customer': phrase('You have ended this chat.'),
};

type StripProps = {
  chat: ChatClient;
  state: ChatState;
  /** The focus was on something that has gone with the chat. */
  takesFocus: boolean;
};

/**
 * The state of the chat, between the messages and the field: the queue, the end, or why there is no
 * connection. Nothing while an agent is there.
 */
export function ChatStatus({ chat, state, takesFocus }: StripProps) {
  const t = useText();
  if (state.stage === 'closed') return <Ended chat={chat} state={state} takesFocus={takesFocus} />;
  if (state.tooManySockets) {
    return (
      <Strip
        action={
          <Button variant="secondary" onClick={chat.retry}>
            {t('Use it here')}
          </Button>
        }
      >
        {t('You have many windows open. The chat goes on in the others.')}
      </Strip>
    );
  }
  return state.session?.status === 'waiting' ? <Waiting chat={chat} state={state} /> : null;
}

function Strip({ children, action }: { children: ReactNode; action?: ReactNode }) {
  return (
    <div className="chat-status">
      <div className="min-w-0 flex-[1_1_14rem]" role="status">
        {children}
      </div>
      {action}
    </div>
  );
}

function Waiting({ chat, state: { session, history } }: Omit<StripProps, 'takesFocus'>) {
  const t = useText();
  const [asking, setAsking] = useState(false);
  const [moving, setMoving] = useState(false);
  const minutes = session?.estimatedWaitTime ?? null;
  async function move(category: TicketCategory) {
    setAsking(false);
    setMoving(true);
    await chat.moveToTicket(category);
    setMoving(false);
  }
  return (
    <>
      <Strip
        action={
          <Button variant="secondary" busy={moving} onClick={() => setAsking(true)}>
            {t('Create a ticket instead')}
          </Button>
        }
      >
        <p className="semi">{t('You are in the queue')}</p>
        <p>
          {minutes === null
            ? t('Nobody is at the desk right now. We let the team know that you are waiting.')
            : waitIn(t, minutes)}
        </p>
        {history.messages.length === 0 && <p>{t('You can already write what it is about.')}</p>}
      </Strip>
      <CreateTicketDialog open={asking} onClose={() => setAsking(false)} onChoose={(category) => void move(category)} />
    </>
  );
}

function waitIn(t: ReturnType<typeof useText>, minutes: number): string {
  return minutes === 1 ? t('Estimated wait: 1 minute') : t('Estimated wait: {minutes} minutes', { minutes });
}

function Ended({ chat, state: { closeReason, ticketNumber, starting, outgoing }, takesFocus }: StripProps) {
  const t = useText();
  const again = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (takesFocus) again.current?.focus();
  }, [takesFocus]);
  return (
    <Strip
      action={
        <Button ref={again} busy={starting} onClick={() => void chat.start()}>
          {t('Start a new chat')}
        </Button>
      }
    >
      <p className="semi">{t(ENDED[closeReason ?? 'resolved'])}</p>
      {ticketNumber && <p>{t('Your ticket number is {number}.', { number: ticketNumber })}</p>}
      {closeReason === 'moved-to-ticket' && (
        <PageLink className="link" to="/support#my-tickets">
          {t('See your tickets')}
        </PageLink>
      )}
      {outgoing.length > 0 && <p>{t('What was not sent is put into the field of your next chat.')}</p>}
    </Strip>
  );
}

/** Before a chat: the expected wait, and the button. */
export function ChatInvitation({ chat, starting }: { chat: ChatClient; starting: boolean }) {
  const t = useText();
  return (
    <div className="chat-place">
      <div className="m-auto grid justify-items-center gap-4 p-6 text-center">
        <p className="h3">{t('Talk to a person now')}</p>
        <p className="soft max-w-[26em]">
          {t('Average response {time}. You can leave this page: the chat stays with you.', {
            time: t(brand.claims.chatReply),
          })}
        </p>
        <Button busy={starting} onClick={() => void chat.start()}>
          {t('Start Chat')}
        </Button>
      </div>
    </div>
  );
}
