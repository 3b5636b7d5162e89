import { CreditCard, type LucideIcon, MessageCircle, Smartphone } from 'lucide-react';
import { type ComponentType, useEffect, useRef, useState } from 'react';
import { withLongTexts } from '../../../shared/i18n/long-texts.ts';
import { phrase } from '../../../shared/i18n/translate.ts';
import { useText } from '../../../shared/i18n/use-text.ts';
import { ArchitectureTabs } from './architecture-tabs.tsx';
import { ChatDemo } from './chat-demo.tsx';
import { DemoStats } from './demo-stats.tsx';
import { FeatureCard } from './feature-card.tsx';
import { PaymentDemo } from './payment-demo.tsx';
import { SmsDemo } from './sms-demo.tsx';
import { SpeedTestDemo } from './speed-test-demo.tsx';

type Demo = {
  readonly id: string;
  readonly icon: LucideIcon;
  readonly title: string;
  readonly text: string;
  readonly show: ComponentType;
};

const DEMOS: readonly Demo[] = [
  {
    id: 'payment',
    icon: CreditCard,
    title: phrase('Payment'),
    text: phrase('Pay ₦25,000 for a plan that does not exist, decline it or leave it, and verify.'),
    show: PaymentDemo,
  },
  {
    id: 'sms',
    icon: Smartphone,
    title: phrase('SMS verification'),
    text: phrase('Have a code sent to your telephone and confirm your number with it.'),
    show: SmsDemo,
  },
  {
    id: 'chat',
    icon: MessageCircle,
    title: phrase('Live chat'),
    text: phrase('A conversation with support, from the queue to the last answer.'),
    show: ChatDemo,
  },
];

/** Specification section 2, Demo page: one demonstration open at a time. */
function DemoPage() {
  const t = useText();
  const [openId, setOpenId] = useState<string | null>(null);
  const place = useRef<HTMLElement>(null);
  // On a phone it begins a screen below the button that opened it.
  useEffect(() => {
    if (!openId) return;
    place.current?.focus({ preventScroll: true });
    place.current?.scrollIntoView();
  }, [openId]);
  const open = DEMOS.find(({ id }) => id === openId);
  const Open = open?.show;
  return (
    <div className="wrap pt-6 pb-16 lg:pt-10 lg:pb-24">
      <h1 className="h1">{t('Demo')}</h1>
      <p className="lead mt-4 max-w-[34em]">
        {t('Try what the portal does. Nothing on this page costs money or changes your plan.')}
      </p>
      <DemoStats />
      <section className="mt-12" aria-labelledby="features-title">
        <h2 className="h2" id="features-title">
          {t('Features to try')}
        </h2>
        <div className="mt-5 grid gap-4 md:grid-cols-3">
          {DEMOS.map(({ id, icon, title, text }) => (
            <FeatureCard
              key={id}
              icon={icon}
              title={t(title)}
              text={t(text)}
              open={id === openId}
              onToggle={() => setOpenId(id === openId ? null : id)}
            />
          ))}
        </div>
        {open && Open && (
          <section
            id="open-demo"
            className="mt-8 focus:outline-none"
            ref={place}
            tabIndex={-1}
            aria-label={t(open.title)}
          >
            <Open />
          </section>
        )}
      </section>
      <SpeedTestDemo />
      <ArchitectureTabs />
    </div>
  );
}

export const demoPage = withLongTexts(DemoPage);
