import { brand } from '@portal/brand';
import { Suspense } from 'react';
import { IncidentList } from '../../features/network/incidents/components/incident-list.tsx';
import { NetworkStatusCard } from '../../features/network/incidents/components/network-status-card.tsx';
import { TicketSignIn } from '../../features/support/tickets/components/ticket-sign-in.tsx';
import { phrase } from '../../shared/i18n/translate.ts';
import { useText } from '../../shared/i18n/use-text.ts';
import { useUser } from '../../shared/session/use-session.ts';
import { lazyComponent } from '../../shared/ui/async/lazy-component.tsx';
import { Skeleton } from '../../shared/ui/async/skeleton.tsx';
import { ChatSection } from './chat-section.tsx';
import { ContactWays } from './contact-ways.tsx';
import { EmergencyLine } from './emergency-line.tsx';
import { FrequentQuestions } from './frequent-questions.tsx';
import { PaymentOptions } from './payment-options.tsx';

// Forms and their checks: nothing that a visitor's telephone should fetch.
const TicketForm = lazyComponent(
  async () => (await import('../../features/support/tickets/components/ticket-form.tsx')).TicketForm,
);
const MyTickets = lazyComponent(
  async () => (await import('../../features/support/tickets/components/my-tickets.tsx')).MyTickets,
);

/** Specification section 2, Support page. */
export function SupportPage() {
  const t = useText();
  const signedIn = useUser() !== null;
  return (
    <div className="wrap pt-8 pb-16 lg:pt-16 lg:pb-24">
      <h1 className="display text-[clamp(2.5rem,2rem+3.2vw,4.5rem)]!">
        {t('{hours} Customer Support', { hours: brand.claims.support })}
      </h1>
      <p className="lead mt-3 max-w-[32em]">
        {t('Chat, call or write at any hour. The person who answers can see your line.')}
      </p>
      <div className="mt-8 grid items-start gap-12 lg:mt-10 lg:grid-cols-[1fr_400px] lg:gap-16">
        <div className="grid min-w-0 gap-12 lg:gap-16">
          <ContactWays />
          <FrequentQuestions />
          <section id="ticket" aria-labelledby="ticket-title" className="scroll-mt-6">
            <h2 className="h2" id="ticket-title">
              {t('Create a support ticket')}
            </h2>
            {signedIn ? (
              <Suspense fallback={<Skeleton className="mt-5 h-[42rem] w-full sm:h-[34rem]" />}>
                <TicketForm />
              </Suspense>
            ) : (
              <TicketSignIn />
            )}
          </section>
          {signedIn && (
            <Suspense fallback={<Skeleton className="h-64 w-full" />}>
              <MyTickets />
            </Suspense>
          )}
        </div>
        <div className="grid gap-8">
          <ChatSection />
          <section id="network" aria-label={t('Service status')} className="scroll-mt-6">
            <NetworkStatusCard title={phrase('Service status')} look="h3">
              {(status) => <IncidentList status={status} />}
            </NetworkStatusCard>
          </section>
          <EmergencyLine />
          <PaymentOptions />
        </div>
      </div>
    </div>
  );
}
