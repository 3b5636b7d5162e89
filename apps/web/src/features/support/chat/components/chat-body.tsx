import { MessageCircleX } from 'lucide-react';
import { type ReactNode, useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { useText } from '../../../../shared/i18n/use-text.ts';
import { ErrorState } from '../../../../shared/ui/async/error-state.tsx';
import { LoadingIndicator } from '../../../../shared/ui/async/loading-indicator.tsx';
import { Button } from '../../../../shared/ui/button/button.tsx';
import { ChatComposer } from '../../../../shared/ui/chat/chat-composer.tsx';
import { ChatHeader } from '../../../../shared/ui/chat/chat-header.tsx';
import { initialsOf } from '../../../../shared/ui/chat/initials.ts';
import { Dialog } from '../../../../shared/ui/dialog/dialog.tsx';
import type { ChatClient } from '../chat-client.ts';
import type { ChatState } from '../chat-state.ts';
import { usePageVisible } from '../use-page-visible.ts';
import { ChatConversation } from './chat-conversation.tsx';
import { ChatInvitation, ChatStatus } from './chat-status.tsx';

export type ChatBodyProps = {
  chat: ChatClient;
  /** Further buttons of the bar on top. */
  children?: ReactNode;
};

/**
 * The chat from its bar to its field, in a frame that the caller brings (specification section 2,
 * Live chat panel).
 */
export function ChatBody({ chat, children }: ChatBodyProps) {
  const t = useText();
  const state = useSyncExternalStore(chat.subscribe, chat.state);
  const { session, stage, online, draft } = state;
  const agent = session?.supportAgent?.name;
  const open = stage === 'open';
  const [asking, setAsking] = useState(false);
  const [endedHere, setEndedHere] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const [startedHere, setStartedHere] = useState(false);
  if (state.starting && !startedHere) setStartedHere(true);
  useEffect(() => {
    if (open && startedHere) field.current?.focus();
  }, [open, startedHere]);
  return (
    <>
      <ChatHeader
        initials={agent && initialsOf(agent)}
        title={agent ? t('{name}, Support', { name: agent }) : t('Support')}
        online={online && open}
      >
        {open && (
          <button
            type="button"
            className="icon-btn"
            aria-label={t('End chat')}
            title={t('End chat')}
            onClick={() => {
              setAsking(true);
              setEndedHere(true);
            }}
          >
            <MessageCircleX />
          </button>
        )}
        {children}
      </ChatHeader>
      <Content chat={chat} state={state} takesFocus={endedHere && !asking} />
      <ChatComposer
        ref={field}
        label={t('Message')}
        placeholder={t('Write a message')}
        value={draft}
        onChange={chat.setDraft}
        onTyping={chat.typing}
        onSend={(text) => {
          chat.send(text);
          chat.setDraft('');
        }}
        disabled={!open}
        hint={open && !online && t('No connection. What you send now is kept and goes out when it is back.')}
      />
      <EndDialog chat={chat} served={agent !== undefined} open={asking} onClose={() => setAsking(false)} />
    </>
  );
}

function Content({ chat, state, takesFocus }: { chat: ChatClient; state: ChatState; takesFocus: boolean }) {
  const t = useText();
  const onEndSeen = useReading(chat, state);
  switch (state.stage) {
    case 'unknown':
      return (
        <div className="chat-place place-content-center items-center">
          <LoadingIndicator label={t('Loading...')} />
        </div>
      );
    case 'unreachable':
      return (
        <div className="chat-place flex-col justify-center p-4">
          <ErrorState title={t('Failed to connect to chat service')} onRetry={chat.retry} />
        </div>
      );
    case 'none':
      return <ChatInvitation chat={chat} starting={state.starting} />;
    case 'open':
    case 'closed': {
      const { session, history, turns, outgoing, typing } = state;
      return (
        <>
          <ChatConversation
            session={session}
            history={history}
            turns={turns}
            outgoing={outgoing}
            typing={typing}
            onEndSeen={onEndSeen}
            onRetry={chat.retry}
          />
          <ChatStatus chat={chat} state={state} takesFocus={takesFocus} />
        </>
      );
    }
  }
}

/** Sends the read receipt: only for what is in view, in a visible tab. */
function useReading(chat: ChatClient, { history, stage }: ChatState): (seen: boolean) => void {
  const [endSeen, setEndSeen] = useState(true);
  const inFront = usePageVisible();
  const reads = endSeen && inFront && (stage === 'open' || stage === 'closed');
  // biome-ignore lint/correctness/useExhaustiveDependencies: each message is read when it comes.
  useEffect(() => {
    if (reads) chat.read();
  }, [chat, reads, history]);
  return useCallback((seen) => setEndSeen(seen), []);
}

type EndDialogProps = { chat: ChatClient; served: boolean; open: boolean; onClose: () => void };

/** Asks for confirmation before the chat is ended. */
function EndDialog({ chat, served, open, onClose }: EndDialogProps) {
  const t = useText();
  const [ending, setEnding] = useState(false);
  async function end() {
    setEnding(true);
    await chat.end();
    setEnding(false);
    onClose();
  }
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t('End this chat?')}
      actions={
        <>
          <Button busy={ending} busyLabel={t('Ending...')} onClick={() => void end()}>
            {t('End chat')}
          </Button>
          <Button variant="secondary" onClick={onClose}>
            {t('Keep chatting')}
          </Button>
        </>
      }
    >
      <p className="soft mt-4">
        {served
          ? t('The agent is told that you have left. You can start a new chat at any hour.')
          : t('You lose your place in the queue. You can start a new chat at any hour.')}
      </p>
    </Dialog>
  );
}
