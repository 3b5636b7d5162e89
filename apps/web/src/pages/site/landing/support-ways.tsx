import { brand } from '@portal/brand';
import { BookOpen, MessageCircle, Ticket } from 'lucide-react';
import { phrase } from '../../../shared/i18n/translate.ts';
import { useText } from '../../../shared/i18n/use-text.ts';
import { ArrowLink } from '../../../shared/ui/button/arrow-link.tsx';

const WAYS = [
  {
    icon: MessageCircle,
    name: phrase('Live Chat'),
    text: phrase('Talk to a person now.'),
    action: phrase('Start Chat'),
    to: '/support#chat',
  },
  {
    icon: Ticket,
    name: phrase('Support Tickets'),
    text: phrase('Describe the fault once and follow it to the fix.'),
    action: phrase('Create Ticket'),
    to: '/support#ticket',
  },
  {
    icon: BookOpen,
    name: phrase('Knowledge Base'),
    text: phrase('Short answers on accounts, billing and routers.'),
    action: phrase('Browse FAQs'),
    to: '/support#faq',
  },
] as const;

export function SupportWays() {
  const t = useText();
  return (
    <section className="section" aria-labelledby="support-title">
      <div className="wrap">
        <div className="intro">
          <h2 className="h1" id="support-title">
            {t('{hours} Customer Support', { hours: brand.claims.support })}
          </h2>
          <p className="lead">{t('A person answers at any hour, by chat, ticket or phone.')}</p>
        </div>
        <div className="help">
          {WAYS.map((way) => (
            <div key={way.name}>
              <div className="help-head">
                <way.icon />
                <h3 className="h3">{t(way.name)}</h3>
              </div>
              <p className="soft">
                {t(way.text)}
                {way.icon === MessageCircle && ` ${t('Average response {time}', { time: t(brand.claims.chatReply) })}.`}
              </p>
              <ArrowLink to={way.to}>{t(way.action)}</ArrowLink>
            </div>
          ))}
        </div>
      </div>
    </section>
  );
}
