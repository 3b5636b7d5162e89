import { MESSAGE_BYTES } from '@portal/contract/support/chat';
import { Send } from 'lucide-react';
import {
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  useId,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
} from 'react';
import { useText } from '../../i18n/use-text.ts';
import { Button } from '../button/button.tsx';
import { messageBytes } from './message-bytes.ts';

export type ChatComposerProps = {
  /** The field's label for screen readers. */
  label: string;
  placeholder: string;
  value: string;
  onChange?: (text: string) => void;
  /** Called with text that is neither blank nor too long; the caller empties the field. */
  onSend: (text: string) => void;
  /** Called with each change by the user. */
  onTyping?: () => void;
  /** Called first with each key; one that it takes does nothing else. */
  onKeyDown?: (event: KeyboardEvent<HTMLTextAreaElement>) => void;
  disabled?: boolean;
  /** The text can be sent but not changed. */
  readOnly?: boolean;
  /** A line above the field: what happens to a text that is written now. */
  hint?: ReactNode;
  ref?: Ref<HTMLTextAreaElement>;
};

/**
 * Where a message is written: Enter sends, Shift+Enter breaks the line, and the field grows to five
 * lines. Blank text is not sent; more than 4 KB is refused here.
 */
export function ChatComposer(props: ChatComposerProps) {
  const { label, placeholder, value, onChange, onSend, onTyping, onKeyDown, hint, ref } = props;
  const { disabled = false, readOnly = false } = props;
  const t = useText();
  const field = useRef<HTMLTextAreaElement>(null);
  const errorId = useId();
  const tooLong = messageBytes(value) > MESSAGE_BYTES;
  useImperativeHandle(ref, () => field.current as HTMLTextAreaElement);
  useGrowth(field, value);
  function send() {
    if (disabled || tooLong || value.trim() === '') return field.current?.focus();
    onSend(value.trim());
    field.current?.focus();
  }
  function sendOnEnter(event: KeyboardEvent<HTMLTextAreaElement>) {
    onKeyDown?.(event);
    if (event.defaultPrevented || !endsMessage(event)) return;
    event.preventDefault();
    if (!event.repeat) send();
  }
  return (
    <form
      className="chat-foot"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      {hint && <div className="chat-hint">{hint}</div>}
      <textarea
        ref={field}
        className="input"
        rows={1}
        aria-label={label}
        aria-invalid={tooLong || undefined}
        aria-describedby={tooLong ? errorId : undefined}
        placeholder={placeholder}
        value={value}
        disabled={disabled}
        readOnly={readOnly}
        onChange={(event) => {
          onChange?.(event.currentTarget.value);
          onTyping?.();
        }}
        onKeyDown={sendOnEnter}
      />
      <Button type="submit" aria-label={t('Send')} disabled={disabled}>
        <Send />
      </Button>
      {tooLong && (
        <p className="field-error" id={errorId} role="alert">
          {t('That message is too long. Please send it in parts.')}
        </p>
      )}
    </form>
  );
}

/**
 * While a word is being composed (Chinese, or accents on some keyboards), Enter ends the word and
 * not the message.
 */
function endsMessage({ key, shiftKey, nativeEvent }: KeyboardEvent): boolean {
  return key === 'Enter' && !shiftKey && !nativeEvent.isComposing;
}

/** As high as the text; chat.css ends the growth at five lines. */
function useGrowth(field: { readonly current: HTMLTextAreaElement | null }, value: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text decides how high the field is.
  useLayoutEffect(() => {
    const { current } = field;
    if (!current) return;
    current.style.height = 'auto';
    const borders = current.offsetHeight - current.clientHeight;
    current.style.height = `${current.scrollHeight + borders}px`;
  }, [field, value]);
}
