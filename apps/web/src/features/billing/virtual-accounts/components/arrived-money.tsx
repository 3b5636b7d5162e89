import type { PaymentView } from '@portal/contract/billing/payments/payments';
import { useState } from 'react';
import { formatExactNaira } from '../../../../shared/format/naira.ts';
import { useText } from '../../../../shared/i18n/use-text.ts';
import { Alert } from '../../../../shared/ui/feedback/alert.tsx';
import { PageLink } from '../../../../shared/ui/navigation/page-link.tsx';
import { usePayments } from '../../payments/api/list-payments.ts';

/** Says that money has come while the page is open. */
export function ArrivedMoney() {
  const payments = usePayments();
  return payments.data && <Arrivals payments={payments.data} />;
}

function Arrivals({ payments }: { payments: readonly PaymentView[] }) {
  const t = useText();
  const [known] = useState(() => new Set(payments.map(({ reference }) => reference)));
  const arrived = payments.filter(({ reference, channel }) => channel === 'virtual-account' && !known.has(reference));
  return (
    <div className="mt-6 grid max-w-xl gap-3 empty:hidden">
      {arrived.map(({ reference, amount, received = amount, payerName, receiptNumber }) => (
        <Alert key={reference} kind="ok">
          {payerName
            ? t('{amount} from {name} has arrived.', { amount: formatExactNaira(received), name: payerName })
            : t('{amount} has arrived.', { amount: formatExactNaira(received) })}{' '}
          {receiptNumber && (
            <PageLink className="link" to={`/receipts/${receiptNumber}`} state={{ from: '/payment?tab=transfer' }}>
              {t('View receipt')}
            </PageLink>
          )}
        </Alert>
      ))}
    </div>
  );
}
