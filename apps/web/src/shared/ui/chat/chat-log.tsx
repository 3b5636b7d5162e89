import { ArrowDown } from 'lucide-react';
import { type ReactNode, type UIEvent, useCallback, useEffect, useRef, useState } from 'react';
import { useText } from '../../i18n/use-text.ts';
import './chat.css';

/** So many pixels away from the newest line still count as being there. */
const NEAR_END_PX = 40;

export type ChatLogProps = {
  /** Its label for screen readers. */
  label: string;
  /**
   * The seq of the newest line. When it grows while the reader is further up, a button leads down
   * to the new lines.
   */
  newest: number;
  /** Called with whether the end of the conversation is in view, at first true. */
  onEndSeen?: (seen: boolean) => void;
  /** Lines, notes and typing strands, oldest first. */
  children: ReactNode;
};

/**
 * A conversation: the newest line stays in view, unless the reader has scrolled up. New lines are
 * announced; the keyboard scrolls it.
 */
export function ChatLog({ label, newest, onEndSeen, children }: ChatLogProps) {
  const t = useText();
  const log = useRef<HTMLDivElement>(null);
  const [atEnd, setAtEnd] = useState(true);
  const [seenUpTo, setSeenUpTo] = useState(newest);
  if (atEnd && seenUpTo !== newest) setSeenUpTo(newest);
  useEffect(() => onEndSeen?.(atEnd), [atEnd, onEndSeen]);
  // The log grows upwards: the end is where nothing is scrolled, everything else is negative.
  const look = useCallback(({ currentTarget }: UIEvent<HTMLDivElement>) => {
    setAtEnd(currentTarget.scrollTop > -NEAR_END_PX);
  }, []);
  return (
    <div className="chat-place">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a place that scrolls has to be reached by keyboard. */}
      <div ref={log} className="chat-log" role="log" aria-label={label} tabIndex={0} onScroll={look}>
        <div className="chat-lines">{children}</div>
      </div>
      {!atEnd && newest > seenUpTo && (
        <button type="button" className="chip chat-down" onClick={() => log.current?.scrollTo({ top: 0 })}>
          <ArrowDown className="icon-small" />
          {t('New messages')}
        </button>
      )}
    </div>
  );
}
