import { brand } from '@portal/brand';
import { Check, CheckCheck, MessageCircle, Send } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import { phrase } from '../../shared/i18n/translate.ts';
import { useText } from '../../shared/i18n/use-text.ts';
import { Button } from '../../shared/ui/button.tsx';
import { classNames } from '../../shared/ui/class-names.ts';
import { AGENT, type Exchange } from './chat-script.ts';
import { DemoStage } from './demo-stage.tsx';
import { useScriptedChat } from './use-scripted-chat.ts';

const POINTS = [
  phrase('First the queue with the time you are likely to wait, then the name of who answers.'),
  phrase('One tick: the message was sent. Two ticks: it was read.'),
  phrase('Your next line stands ready. Send it with Enter or with the button.'),
];

/** A scripted conversation on the chat panel; nobody is at the other end. */
export function ChatDemo() {
  const t = useText();
  const chat = useScriptedChat();
  const online = chat.phase === 'active';
  return (
    <DemoStage
      title={phrase('Live chat')}
      note={phrase('Demonstration: this conversation is written in advance. Nobody reads it, and nothing is stored.')}
      points={POINTS}
    >
      <section className="chat" aria-label={t('Scripted chat')}>
        <header className="chat-head on-glass">
          <span className="chat-initials" aria-hidden="true">
            {online ? AGENT.initials : <MessageCircle />}
          </span>
          <div>
            <p className="semi">{online ? t('{name}, Support', { name: AGENT.name }) : t('Support')}</p>
            <p className="chat-state">
              <span className={classNames('live', !online && 'chat-offline')} />
              {online ? t('Online') : t('Offline')}
            </p>
          </div>
        </header>
        {chat.phase === 'idle' ? (
          <div className="chat-log place-items-center justify-center!">
            <Button onClick={chat.start}>{t('Start Chat')}</Button>
          </div>
        ) : (
          <Conversation chat={chat} />
        )}
        <Composer chat={chat} />
      </section>
    </DemoStage>
  );
}

type ChatProps = { chat: ReturnType<typeof useScriptedChat> };

function Conversation({ chat }: ChatProps) {
  const t = useText();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a place that scrolls has to be reached by keyboard.
    <div className="chat-log" role="log" aria-label={t('Messages')} tabIndex={0}>
      <div className="chat-lines">
        {chat.phase === 'waiting' ? (
          <p className="chat-note">
            {t('You are next in line. Estimated wait: {time}, here 2 seconds.', { time: t(brand.claims.chatReply) })}
          </p>
        ) : (
          <p className="chat-note">{t('{time}, {name} joined the chat', { time: AGENT.joinedAt, name: AGENT.name })}</p>
        )}
        {chat.shown.map((exchange, index) => (
          <Lines key={exchange.ask} exchange={exchange} answered={index < chat.answered} />
        ))}
        {chat.typing && (
          <p className="chat-line chat-theirs chat-typing">
            <span className="sr-only">{t('{name} is typing', { name: AGENT.name })}</span>
            <i />
            <i />
            <i />
          </p>
        )}
        {chat.over && (
          <p className="chat-note">
            <Button variant="secondary" onClick={chat.start}>
              {t('Start again')}
            </Button>
          </p>
        )}
      </div>
    </div>
  );
}

function Lines({ exchange, answered }: { exchange: Exchange; answered: boolean }) {
  const t = useText();
  return (
    <>
      <p className="chat-line chat-mine">
        {t(exchange.ask)}
        <span className="chat-time">
          {exchange.askedAt} {answered ? <CheckCheck /> : <Check />}
          <span className="sr-only">{answered ? t('Read') : t('Sent')}</span>
        </span>
      </p>
      {answered && (
        <p className="chat-line chat-theirs">
          {t(exchange.answer)}
          <span className="chat-time">{exchange.answeredAt}</span>
        </p>
      )}
    </>
  );
}

/** The next line of the script stands ready: Enter or the button sends it. */
function Composer({ chat }: ChatProps) {
  const t = useText();
  const open = chat.phase === 'active' && !chat.over;
  function sendOnEnter(event: KeyboardEvent) {
    if (event.key !== 'Enter' || event.shiftKey) return;
    event.preventDefault();
    chat.send();
  }
  return (
    <form
      className="chat-foot"
      onSubmit={(event) => {
        event.preventDefault();
        chat.send();
      }}
    >
      <textarea
        className="input"
        rows={2}
        readOnly
        aria-label={t('Message')}
        placeholder={t('Write a message')}
        value={chat.next ? t(chat.next.ask) : ''}
        disabled={!open}
        onKeyDown={sendOnEnter}
      />
      <Button type="submit" aria-label={t('Send')} disabled={!open}>
        <Send />
      </Button>
    </form>
  );
}
