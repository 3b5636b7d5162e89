import { useText } from '../../../../shared/i18n/use-text.ts';
import { Skeleton } from '../../../../shared/ui/async/skeleton.tsx';
import { useOwnChat } from '../own-chat.ts';
import { ChatBody } from './chat-body.tsx';

/** The chat as a part of a page, 600 px high. */
export function ChatCard({ userId }: { userId: number }) {
  const t = useText();
  const chat = useOwnChat(userId);
  if (!chat) return <Skeleton className="h-150 w-full rounded-panel" />;
  return (
    <section className="chat" aria-label={t('Live Chat')}>
      <ChatBody chat={chat} />
    </section>
  );
}
