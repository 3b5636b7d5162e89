import { useState } from 'react';
import { ButtonLink } from '../../shared/ui/button-link.tsx';
import { GlassSlab } from '../../shared/ui/glass-slab.tsx';

/** Specification section 3, payment provider options. */
const PROVIDERS = [
  { id: 'paystack', name: 'Paystack', features: 'Card, Bank Transfer, USSD' },
  { id: 'flutterwave', name: 'Flutterwave', features: 'Mobile Money, Cards' },
  { id: 'quickteller', name: 'Quickteller', features: 'Bank Integration, Bills' },
] as const;

export function AutoPayAndProviders() {
  const [chosen, setChosen] = useState<string>('paystack');
  return (
    <section className="section" aria-labelledby="providers-title">
      <div className="wrap">
        <div className="two-columns !items-stretch">
          <GlassSlab cut className="autopay">
            <div>
              <p className="autopay-figure">10%</p>
              <p className="h3 mt-5">off every bill on Auto-Pay</p>
              <p className="soft mt-2">Your plan renews on time, without a reminder.</p>
            </div>
            <ButtonLink to="/login?next=/payment" variant="glass">
              Set Up Auto-Pay
            </ButtonLink>
          </GlassSlab>
          <div>
            <h2 className="h1" id="providers-title">
              Secure payment options
            </h2>
            <p className="lead mt-4">One-click payment, through the provider you already use.</p>
            <div className="providers" role="radiogroup" aria-label="Payment provider">
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
                  <span className="provider-features">{provider.features}</span>
                </label>
              ))}
            </div>
          </div>
        </div>
      </div>
    </section>
  );
}
