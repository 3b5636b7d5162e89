import { MessageCircle } from 'lucide-react';
import type { ReactNode } from 'react';
import { useText } from '../../i18n/use-text.ts';
import { classNames } from '../layout/class-names.ts';

export type ChatHeaderProps = {
  /** Two letters; without them a speech bubble is drawn. */
  initials?: string | undefined;
  title: string;
  online: boolean;
  /** Buttons at the right end. */
  children?: ReactNode;
};

/** The glass bar on top of a chat: who is there, and the state of the connection. */
export function ChatHeader({ initials, title, online, children }: ChatHeaderProps) {
  const t = useText();
  return (
    <header className="chat-head on-glass">
      <span className="chat-initials" aria-hidden="true">
        {initials ?? <MessageCircle />}
      </span>
      <div className="min-w-0 flex-1">
        <p className="semi truncate">{title}</p>
        <p className="chat-state" role="status">
          <span className={classNames('live', !online && 'chat-offline')} />
          {online ? t('Online') : t('Offline')}
        </p>
      </div>
      {children}
    </header>
  );
}
