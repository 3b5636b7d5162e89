import { MessageCircle, X } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef, useSyncExternalStore } from 'react';
import { useText } from '../../../../shared/i18n/use-text.ts';
import { useMediaQuery } from '../../../../shared/ui/hooks/use-media-query.ts';
import type { ChatClient } from '../chat-client.ts';
import { setPanelOpen, usePanelOpen } from '../chat-panel.ts';
import { unreadOf } from '../chat-state.ts';
import { useOwnChat } from '../own-chat.ts';
import { useFullScreenPanel } from '../use-full-screen-panel.ts';
import { useTitleBadge } from '../use-title-badge.ts';
import { ChatBody } from './chat-body.tsx';
import './chat-launcher.css';

export type ChatLauncherProps = {
  userId: number;
  /** The page shows the chat itself: only the unread count is announced. */
  hidden: boolean;
};

/**
 * The chat beside every page: a button with the unread count, and its panel, full screen on a
 * phone.
 */
export function ChatLauncher({ userId, hidden }: ChatLauncherProps) {
  const chat = useOwnChat(userId);
  return chat && <Launcher chat={chat} hidden={hidden} />;
}

function Launcher({ chat, hidden }: { chat: ChatClient; hidden: boolean }) {
  const t = useText();
  const open = usePanelOpen();
  const unread = unreadOf(useSyncExternalStore(chat.subscribe, chat.state));
  const button = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(open);
  useTitleBadge(unread);
  useEffect(() => {
    if (wasOpen.current && !open) button.current?.focus();
    wasOpen.current = open;
  }, [open]);
  if (hidden) return null;
  if (open) return <ChatPanel chat={chat} takesFocus={!wasOpen.current} />;
  const unreadText =
    unread === 1 ? t('1 new message from support') : t('{count} new messages from support', { count: unread });
  return (
    <>
      <button
        ref={button}
        type="button"
        className="chat-launcher"
        aria-label={unread > 0 ? `${t('Chat with support')}, ${unreadText}` : t('Chat with support')}
        onClick={() => setPanelOpen(true)}
      >
        <MessageCircle className="icon-large" />
        {unread > 0 && <span className="chat-count">{unread > 9 ? '9+' : unread}</span>}
      </button>
      <p className="sr-only" role="status">
        {unread > 0 && unreadText}
      </p>
    </>
  );
}

/**
 * `takesFocus` when somebody has just opened it, and not when it was open already as the page came:
 * then it does so only where it hides the page.
 */
function ChatPanel({ chat, takesFocus }: { chat: ChatClient; takesFocus: boolean }) {
  const t = useText();
  const panel = useRef<HTMLElement>(null);
  const phone = useMediaQuery('(max-width: 639px)');
  useFullScreenPanel(panel, phone);
  useEffect(() => {
    if (takesFocus || phone) panel.current?.focus();
  }, [takesFocus, phone]);
  function closeOnEscape(event: KeyboardEvent) {
    // Escape in the question whether to end the chat answers that question.
    const asking = event.target instanceof Element && event.target.closest('dialog');
    if (event.key === 'Escape' && !asking) setPanelOpen(false);
  }
  return (
    <section
      ref={panel}
      className="chat chat-panel"
      aria-label={t('Live Chat')}
      {...(phone && { role: 'dialog', 'aria-modal': true })}
      tabIndex={-1}
      onKeyDown={closeOnEscape}
    >
      <ChatBody chat={chat}>
        <button type="button" className="icon-btn" aria-label={t('Close chat')} onClick={() => setPanelOpen(false)}>
          <X />
        </button>
      </ChatBody>
    </section>
  );
}
