import { brand } from '@portal/brand';
import { BookOpen, MessageCircle, Ticket } from 'lucide-react';
import { ArrowLink } from '../../shared/ui/arrow-link.tsx';

const WAYS = [
  {
    icon: MessageCircle,
    name: 'Live Chat',
    text: `Talk to a person now. Average response ${brand.claims.chatReply}.`,
    action: 'Start Chat',
    to: '/support#chat',
  },
  {
    icon: Ticket,
    name: 'Support Tickets',
    text: 'Describe the fault once and follow it to the fix.',
    action: 'Create Ticket',
    to: '/support#ticket',
  },
  {
    icon: BookOpen,
    name: 'Knowledge Base',
    text: 'Short answers on accounts, billing and routers.',
    action: 'Browse FAQs',
    to: '/support#faq',
  },
] as const;

export function SupportWays() {
  return (
    <section className="section" aria-labelledby="support-title">
      <div className="wrap">
        <div className="intro">
          <h2 className="h1" id="support-title">
            24/7 Customer Support
          </h2>
          <p className="lead">A person answers at any hour, by chat, ticket or phone.</p>
        </div>
        <div className="help">
          {WAYS.map((way) => (
            <div key={way.name}>
              <div className="help-head">
                <way.icon />
                <h3 className="h3">{way.name}</h3>
              </div>
              <p className="soft">{way.text}</p>
              <ArrowLink to={way.to}>{way.action}</ArrowLink>
            </div>
          ))}
        </div>
      </div>
    </section>
  );
}
