import { useState } from 'react';
import { phrase } from '../../../shared/i18n/translate.ts';
import { useText } from '../../../shared/i18n/use-text.ts';
import { ButtonLink } from '../../../shared/ui/button/button-link.tsx';
import { GlassSlab } from '../../../shared/ui/layout/glass-slab.tsx';

/** Specification section 3, payment provider options. */
const PROVIDERS = [
  { id: 'paystack', name: 'Paystack', features: phrase('Card, Bank Transfer, USSD') },
  { id: 'flutterwave', name: 'Flutterwave', features: phrase('Mobile Money, Cards') },
  { id: 'quickteller', name: 'Quickteller', features: phrase('Bank Integration, Bills') },
] as const;

/** This page is for visitors, who sign in first. */
const AUTO_PAY = `/login?next=${encodeURIComponent('/payment#auto-pay')}`;

export function AutoPayAndProviders() {
  const t = useText();
  const [chosen, setChosen] = useState<string>('paystack');
  return (
    <section className="section" aria-labelledby="providers-title">
      <div className="wrap">
        <div className="two-columns !items-stretch">
          <GlassSlab cut className="autopay">
            <div>
              <p className="autopay-figure">10%</p>
              <p className="h3 mt-5">{t('off every bill on Auto-Pay')}</p>
              <p className="soft mt-2">{t('Your plan renews on time, without a reminder.')}</p>
            </div>
            <ButtonLink to={AUTO_PAY} variant="glass">
              {t('Set Up Auto-Pay')}
            </ButtonLink>
          </GlassSlab>
          <div>
            <h2 className="h1" id="providers-title">
              {t('Secure payment options')}
            </h2>
            <p className="lead mt-4">{t('One-click payment, through the provider you already use.')}</p>
            <div className="providers" role="radiogroup" aria-label={t('Payment provider')}>
              {PROVIDERS.map((provider) => (
                <label key={provider.id}>
                  <input
                    className="absolute opacity-0"
                    type="radio"
                    name="provider"
                    checked={provider.id === chosen}
                    onChange={() => setChosen(provider.id)}
                  />
                  <span className="pick" />
                  <span className="h3">{provider.name}</span>
                  <span className="provider-features">{t(provider.features)}</span>
                </label>
              ))}
            </div>
          </div>
        </div>
      </div>
    </section>
  );
}
