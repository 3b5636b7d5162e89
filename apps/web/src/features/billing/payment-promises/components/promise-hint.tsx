import { Clock, WifiOff } from 'lucide-react';
import { formatMoment } from '../../../../shared/format/date.ts';
import { useText } from '../../../../shared/i18n/use-text.ts';
import { Alert } from '../../../../shared/ui/feedback/alert.tsx';
import { PageLink } from '../../../../shared/ui/navigation/page-link.tsx';
import type { SubscriptionState } from '../../subscriptions/subscription-state.ts';

/** Above the payment of a bill that is due: what becomes of the line, and the way to a promise. */
export function PromiseHint({ state }: { state: SubscriptionState }) {
  const t = useText();
  const toPromise = (
    <PageLink className="link" to="?promise">
      {t('Say when you pay')}
    </PageLink>
  );
  if (state.kind === 'suspended')
    return (
      <Alert kind="bad" icon={<WifiOff />} className="mt-6 max-w-xl">
        {t('Your line is off. Paying, or a promise, switches it on at once.')} {toPromise}
      </Alert>
    );
  if (state.kind !== 'grace' || !state.until) return null;
  return (
    <Alert kind="warn" icon={<Clock />} className="mt-6 max-w-xl">
      {t('Your line stays on until {moment}.', { moment: formatMoment(state.until) })} {toPromise}
    </Alert>
  );
}
