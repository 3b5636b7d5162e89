import type { SubscriptionView } from '@portal/contract/billing/subscriptions';
import { CirclePause, CircleX } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { now } from '../../../../shared/format/clock.ts';
import { useText } from '../../../../shared/i18n/use-text.ts';
import { Button } from '../../../../shared/ui/button/button.tsx';
import { cancelText } from '../cancel-text.ts';
import { subscriptionState } from '../subscription-state.ts';
import { CancelDialog } from './cancel-dialog.tsx';
import { PauseDialog } from './pause-dialog.tsx';

/**
 * Pausing and cancelling, each with its effect, where the subscription allows it. For a cancelled
 * one the notice has the way back.
 */
export function PauseAndCancel({ subscription }: { subscription: SubscriptionView }) {
  const t = useText();
  const state = subscriptionState(subscription, now());
  const [asking, setAsking] = useState<'pause' | 'cancel' | null>(null);
  const close = () => setAsking(null);
  const mayPause = state.kind === 'active';
  const mayCancel = !['ending', 'cancelled', 'unknown'].includes(state.kind) && !subscription.cancelsAt;
  if (!mayPause && !mayCancel) return null;
  return (
    <section aria-labelledby="line-endings" className="border-ink border-t pt-5">
      <h2 className="h4 mb-4" id="line-endings">
        {mayPause ? t('Pause or cancel') : t('Cancel subscription')}
      </h2>
      <div className="grid gap-6 sm:grid-cols-2 lg:gap-12">
        {mayPause && (
          <Way
            text={t(
              'Away for a while? Let your line rest for 7 to 90 days, once a year. Your paid time waits for you.',
            )}
          >
            <Button variant="secondary" onClick={() => setAsking('pause')}>
              <CirclePause />
              {t('Pause my line')}
            </Button>
          </Way>
        )}
        {mayCancel && (
          <Way text={cancelText(t, subscription, state)}>
            <Button variant="secondary" onClick={() => setAsking('cancel')}>
              <CircleX />
              {t('Cancel subscription')}
            </Button>
          </Way>
        )}
      </div>
      {asking === 'pause' && <PauseDialog onClose={close} />}
      {asking === 'cancel' && <CancelDialog effect={cancelText(t, subscription, state)} onClose={close} />}
    </section>
  );
}

function Way({ text, children }: { text: string; children: ReactNode }) {
  return (
    <div className="grid content-start justify-items-start gap-3">
      <p className="soft">{text}</p>
      {children}
    </div>
  );
}
