import { Check, CheckCheck, Clock, RotateCcw } from 'lucide-react';
import type { ReactNode } from 'react';
import { phrase } from '../../i18n/translate.ts';
import { useText } from '../../i18n/use-text.ts';
import { classNames } from '../layout/class-names.ts';

/**
 * The state of one's own line. `kept` waits for the connection; `failed` was refused and can be
 * sent again.
 */
export type ChatTick = 'sending' | 'kept' | 'failed' | 'sent' | 'delivered' | 'read';

const SAID: Record<ChatTick, string> = {
  sending: phrase('Sending...'),
  kept: phrase('Kept, will be sent'),
  failed: phrase('Not sent'),
  sent: phrase('Sent'),
  delivered: phrase('Delivered'),
  read: phrase('Read'),
};

export type ChatBubbleProps = {
  /** The author of the line, from the reader's view. */
  side: 'mine' | 'theirs';
  /** '19:42'. */
  time: string;
  /** Only on lines of one's own. */
  tick?: ChatTick;
  /** Offered where the tick is `failed`. */
  onRetry?: () => void;
  /** The text as it was written, with its line breaks. */
  children: string;
};

/**
 * One message with its time and, on one's own, its tick: one tick sent, two pale ones delivered,
 * two bright ones read.
 */
export function ChatBubble({ side, time, tick, onRetry, children }: ChatBubbleProps) {
  const t = useText();
  return (
    <div className={classNames('chat-line', `chat-${side}`, tick === 'failed' && 'chat-failed')}>
      <p className="chat-words" dir="auto">
        {children}
      </p>
      <span className="chat-time">
        {time}
        {tick && <Tick tick={tick} />}
      </span>
      {tick === 'failed' && onRetry && (
        <button type="button" className="chat-retry" onClick={onRetry}>
          <RotateCcw className="icon-small" />
          {t('Send again')}
        </button>
      )}
    </div>
  );
}

function Tick({ tick }: { tick: ChatTick }) {
  const t = useText();
  if (tick === 'failed' || tick === 'kept') return <span>{t(SAID[tick])}</span>;
  return (
    <>
      {tick === 'sending' && <Clock />}
      {tick === 'sent' && <Check />}
      {tick === 'delivered' && <CheckCheck className="chat-unread" />}
      {tick === 'read' && <CheckCheck />}
      <span className="sr-only">{t(SAID[tick])}</span>
    </>
  );
}

/** An event between the lines of a conversation: who joined, that it has ended. */
export function ChatNote({ children }: { children: ReactNode }) {
  return <div className="chat-note">{children}</div>;
}

/** The other side is typing. `label` is for screen readers: 'Ọlámidé is typing'. */
export function ChatTyping({ label }: { label: string }) {
  return (
    <div className="chat-line chat-theirs chat-typing">
      <span className="sr-only">{label}</span>
      <i />
      <i />
      <i />
    </div>
  );
}
