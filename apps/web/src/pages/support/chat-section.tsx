import { brand } from '@portal/brand';
import { MessageCircle } from 'lucide-react';
import { Suspense, useEffect } from 'react';
import { useLocation } from 'react-router';
import { setPanelOpen } from '../../features/support/chat/chat-panel.ts';
import { phrase } from '../../shared/i18n/translate.ts';
import { useText } from '../../shared/i18n/use-text.ts';
import { useUser } from '../../shared/session/use-session.ts';
import { useSiteFacts } from '../../shared/site/site-facts.ts';
import { lazyComponent } from '../../shared/ui/async/lazy-component.tsx';
import { Skeleton } from '../../shared/ui/async/skeleton.tsx';
import { buttonClass } from '../../shared/ui/button/button.tsx';
import { ButtonLink } from '../../shared/ui/button/button-link.tsx';
import { useMediaQuery } from '../../shared/ui/hooks/use-media-query.ts';
import { Panel } from '../../shared/ui/layout/panel.tsx';

const ChatCard = lazyComponent(
  async () => (await import('../../features/support/chat/components/chat-card.tsx')).ChatCard,
);

/**
 * The target of links to the live chat: a customer's chat, on a narrow screen as the panel over the
 * page; for visitors a link to sign in.
 */
export function ChatSection() {
  const user = useUser();
  const wide = useMediaQuery('(min-width: 1024px)');
  const { hash, key } = useLocation();
  const isCustomer = user?.role === 'customer';
  // biome-ignore lint/correctness/useExhaustiveDependencies: following the link once more opens the panel once more.
  useEffect(() => {
    if (isCustomer && !wide && hash === '#chat') setPanelOpen(true);
  }, [isCustomer, wide, hash, key]);
  if (!isCustomer) return <Elsewhere staff={user !== null} />;
  if (!wide) return null;
  return (
    <div id="chat" className="scroll-mt-6">
      <Suspense fallback={<Skeleton className="h-150 w-full rounded-panel" />}>
        <ChatCard userId={user.id} />
      </Suspense>
    </div>
  );
}

function Elsewhere({ staff }: { staff: boolean }) {
  const t = useText();
  const { officeHours } = useSiteFacts();
  const answers = officeHours
    ? phrase('A person answers in our working hours, on average within {time}. Sign in so that they can see your line.')
    : phrase('A person answers at any hour, on average within {time}. Sign in so that they can see your line.');
  return (
    <Panel id="chat" className="scroll-mt-6">
      <h2 className="h3 flex items-center gap-2.5">
        <MessageCircle className="text-primary" />
        {t('Live Chat')}
      </h2>
      <p className="soft mt-2 mb-4">
        {staff
          ? t('Customers write here. You answer them in the staff console.')
          : t(answers, { time: t(brand.claims.chatReply) })}
      </p>
      {staff ? (
        <a className={buttonClass({ variant: 'secondary' })} href="/admin">
          {t('Staff console')}
        </a>
      ) : (
        <ButtonLink to={`/login?next=${encodeURIComponent('/support#chat')}`}>{t('Start Chat')}</ButtonLink>
      )}
    </Panel>
  );
}
