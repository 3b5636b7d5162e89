import type { ReactNode } from 'react';
import { useText } from '../../../../../shared/i18n/use-text.ts';
import { LoadingIndicator } from '../../../../../shared/ui/async/loading-indicator.tsx';
import { Panel } from '../../../../../shared/ui/layout/panel.tsx';
import type { PaymentKeys } from '../stored-payment.ts';
import { useReturnedPayment } from '../use-returned-payment.ts';

export type PaymentReturnGuardProps = {
  /**
   * The screen; `returned` is the payment to verify at once, if the gateway has just sent this
   * window back with one.
   */
  children: (returned: PaymentKeys | null) => ReactNode;
};

/**
 * Delays the payment screen until it is known whether this window or the one that opened it
 * continues.
 */
export function PaymentReturnGuard({ children }: PaymentReturnGuardProps) {
  const t = useText();
  const returned = useReturnedPayment();
  switch (returned.state) {
    case 'none':
      return children(null);
    case 'here':
      return children(returned.keys);
    case 'asking':
      return (
        <div className="py-16">
          <LoadingIndicator label={t('Checking your payment...')} />
        </div>
      );
    case 'handed-over':
      return (
        <Panel className="mt-8 max-w-xl">
          <h2 className="h3">{t('You can close this window')}</h2>
          <p className="soft mt-2">{t('The result of your payment is shown in the window where you started it.')}</p>
        </Panel>
      );
  }
}
