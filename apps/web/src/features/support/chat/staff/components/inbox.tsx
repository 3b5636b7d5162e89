import { X } from 'lucide-react';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { EmptyState } from '../../../../../shared/ui/async/empty-state.tsx';
import { Button } from '../../../../../shared/ui/button/button.tsx';
import { useAgentConnection } from '../agent-connection.tsx';
import { useStaffChat } from '../api/get-staff-chat.ts';
import { isKnown } from '../chat-labels.ts';
import { placeOf, useInboxPlace } from '../inbox-location.ts';
import { useInboxParts } from '../inbox-parts.ts';
import { Conversation } from './conversation.tsx';
import { InboxList } from './inbox-list-panel.tsx';

export type InboxProps = {
  /** How many tickets wait; undefined while that is not known. */
  waitingTickets: number | undefined;
};

/**
 * List, conversation and customer beside each other; on a phone the list, then the conversation
 * over it, and the customer in a drawer.
 */
export function Inbox({ waitingTickets }: InboxProps) {
  const place = useInboxPlace();
  const [drawer, setDrawer] = useState(false);
  useBackToRow(place.chat);
  return (
    <div className="inbox" data-open={place.chat !== null || undefined}>
      <InboxList place={place} waitingTickets={waitingTickets} />
      <section className="inbox-conversation" aria-label="Conversation">
        {/* Where there is room for the conversation alone, the list is away and its heading with it. */}
        {place.chat && <h1 className="sr-only lg:hidden">Inbox</h1>}
        <ConnectionNotice />
        {place.chat ? (
          <Conversation
            key={place.chat}
            chatId={place.chat}
            back={placeOf({ ...place, chat: null })}
            onShowCustomer={() => setDrawer(true)}
          />
        ) : (
          <div className="m-auto w-full max-w-sm p-6">
            <EmptyState title="No chat is open">Choose one from the list, or take the first of the queue.</EmptyState>
          </div>
        )}
      </section>
      {place.chat && (
        <CustomerSide key={`${place.chat} side`} chatId={place.chat} drawer={drawer} onClose={() => setDrawer(false)} />
      )}
    </div>
  );
}

type CustomerSideProps = {
  chatId: string;
  drawer: boolean;
  onClose: () => void;
};

/** A column where there is room for it; a drawer over the conversation elsewhere. */
function CustomerSide({ chatId, drawer, onClose }: CustomerSideProps) {
  const chat = useStaffChat(chatId).data?.chat;
  const parts = useInboxParts();
  const element = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const dialog = element.current;
    if (drawer) dialog?.showModal();
    return () => dialog?.close();
  }, [drawer]);
  if (!chat) return <aside className="inbox-customer" aria-label="Customer" />;
  const content = isKnown(chat) ? parts.renderCustomer(chat.customer.id) : parts.renderStranger(chat);
  if (!drawer) {
    return (
      <aside className="inbox-customer" aria-label="Customer">
        {content}
      </aside>
    );
  }
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape is the keyboard's way and comes as onCancel.
    <dialog
      ref={element}
      className="inbox-drawer"
      aria-label="Customer"
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => event.target === event.currentTarget && onClose()}
    >
      <div className="inbox-drawer-body">
        <button type="button" className="icon-btn float-right -mt-2 -mr-2" aria-label="Close" onClick={onClose}>
          <X />
        </button>
        {content}
      </div>
    </dialog>
  );
}

/** Said while nothing new can arrive. */
function ConnectionNotice() {
  const { state, connectNow } = useAgentConnection();
  if (state === 'too-many-sockets') {
    return (
      <p className="inbox-notice" role="status">
        You have many windows of the console open, and this one gets no new messages.
        <Button variant="quiet" onClick={connectNow}>
          Use this one
        </Button>
      </p>
    );
  }
  if (state !== 'offline') return null;
  return (
    <p className="inbox-notice" role="status">
      Connecting again. What customers write meanwhile comes once there is a connection.
    </p>
  );
}

/** Back from a conversation on a phone, the reader is at the row that they had opened. */
function useBackToRow(chat: string | null): void {
  const last = useRef<string | null>(null);
  useEffect(() => {
    const left = last.current;
    last.current = chat;
    if (chat !== null || left === null) return;
    document.querySelector<HTMLElement>(`[data-chat="${CSS.escape(left)}"]`)?.focus();
  }, [chat]);
}
