import { brand } from '@portal/brand';
import { phrase } from '../../../shared/i18n/translate.ts';
import { useText } from '../../../shared/i18n/use-text.ts';
import { Button } from '../../../shared/ui/button/button.tsx';
import { ChatBubble, ChatNote, ChatTyping } from '../../../shared/ui/chat/chat-bubble.tsx';
import { ChatComposer } from '../../../shared/ui/chat/chat-composer.tsx';
import { ChatHeader } from '../../../shared/ui/chat/chat-header.tsx';
import { ChatLog } from '../../../shared/ui/chat/chat-log.tsx';
import { AGENT, type Exchange } from './chat-script.ts';
import { DemoSection } from './demo-section.tsx';
import { useScriptedChat } from './use-scripted-chat.ts';

const POINTS = [
  phrase('First the queue with the time you are likely to wait, then the name of who answers.'),
  phrase('One tick: the message was sent. Two ticks: it was read.'),
  phrase('Your next line stands ready. Send it with Enter or with the button.'),
];

/** A scripted conversation in the chat panel; there is no agent. */
export function ChatDemo() {
  const t = useText();
  const chat = useScriptedChat();
  const online = chat.phase === 'active';
  return (
    <DemoSection
      title={phrase('Live chat')}
      note={phrase('Demonstration: this conversation is written in advance. Nobody reads it, and nothing is stored.')}
      points={POINTS}
    >
      <section className="chat" aria-label={t('Scripted chat')}>
        <ChatHeader
          initials={online ? AGENT.initials : undefined}
          title={online ? t('{name}, Support', { name: AGENT.name }) : t('Support')}
          online={online}
        />
        {chat.phase === 'idle' ? (
          <div className="chat-place items-center justify-center">
            <Button onClick={chat.start}>{t('Start Chat')}</Button>
          </div>
        ) : (
          <Conversation chat={chat} />
        )}
        <ChatComposer
          label={t('Message')}
          placeholder={t('Write a message')}
          value={chat.next ? t(chat.next.ask) : ''}
          onSend={chat.send}
          readOnly
          disabled={!online || chat.over}
        />
      </section>
    </DemoSection>
  );
}

type ChatProps = { chat: ReturnType<typeof useScriptedChat> };

function Conversation({ chat }: ChatProps) {
  const t = useText();
  return (
    <ChatLog label={t('Messages')} newest={chat.shown.length}>
      <ChatNote>
        {chat.phase === 'waiting'
          ? t('You are next in line. Estimated wait: {time}, here 2 seconds.', { time: t(brand.claims.chatReply) })
          : t('{time}, {name} joined the chat', { time: AGENT.joinedAt, name: AGENT.name })}
      </ChatNote>
      {chat.shown.map((exchange, index) => (
        <Lines key={exchange.ask} exchange={exchange} answered={index < chat.answered} />
      ))}
      {chat.typing && <ChatTyping label={t('{name} is typing', { name: AGENT.name })} />}
      {chat.over && (
        <ChatNote>
          <Button variant="secondary" onClick={chat.start}>
            {t('Start again')}
          </Button>
        </ChatNote>
      )}
    </ChatLog>
  );
}

function Lines({ exchange, answered }: { exchange: Exchange; answered: boolean }) {
  const t = useText();
  return (
    <>
      <ChatBubble side="mine" time={exchange.askedAt} tick={answered ? 'read' : 'sent'}>
        {t(exchange.ask)}
      </ChatBubble>
      {answered && (
        <ChatBubble side="theirs" time={exchange.answeredAt}>
          {t(exchange.answer)}
        </ChatBubble>
      )}
    </>
  );
}
