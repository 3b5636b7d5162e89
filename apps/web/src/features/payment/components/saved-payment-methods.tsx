import type { PaymentMethod } from '@portal/contract/payment';
import { CircleCheck, CreditCard } from 'lucide-react';
import { formatGateway } from '../../../shared/format/gateway.ts';
import { useText } from '../../../shared/i18n/use-text.ts';
import { Badge } from '../../../shared/ui/badge.tsx';
import { ButtonLink } from '../../../shared/ui/button-link.tsx';
import { EmptyState } from '../../../shared/ui/empty-state.tsx';
import { Panel } from '../../../shared/ui/panel.tsx';
import { QueryContent } from '../../../shared/ui/query-content.tsx';
import { Skeleton } from '../../../shared/ui/skeleton.tsx';
import { usePaymentMethods } from '../api/list-payment-methods.ts';

/** What can be charged again, named without its number (specification section 2, Profile, Billing). */
export function SavedPaymentMethods() {
  const t = useText();
  const methods = usePaymentMethods();
  return (
    <QueryContent
      query={methods}
      failure={t('We could not load your payment methods')}
      skeleton={<Skeleton className="h-52 w-full rounded-panel" />}
    >
      {(loaded) => (loaded.length === 0 ? <NoMethods /> : <MethodList methods={loaded} />)}
    </QueryContent>
  );
}

function NoMethods() {
  const t = useText();
  return (
    <EmptyState
      title={t('No saved payment method')}
      action={
        <ButtonLink to="/payment" variant="secondary" className="mt-1">
          {t('Go to payment')}
        </ButtonLink>
      }
    >
      {t('A card is kept here once you set up auto-pay with it. We never see its number.')}
    </EmptyState>
  );
}

function MethodList({ methods }: { methods: readonly PaymentMethod[] }) {
  const t = useText();
  return (
    <Panel className="flex flex-col">
      <h2 className="h4 mb-4">{t('Payment methods')}</h2>
      <ul className="rows">
        {methods.map(({ id, provider, label, expires, isDefault }) => (
          <li key={id} className="grid grid-cols-[auto_1fr] gap-x-3">
            <CreditCard className="mt-0.5 text-ink-3" />
            <div className="min-w-0">
              <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
                <span className="semi break-words">{t(label)}</span>
                {isDefault && (
                  <Badge kind="ok" icon={CircleCheck}>
                    {t('Default')}
                  </Badge>
                )}
              </p>
              <p className="soft small mt-0.5">
                {expires
                  ? t('{gateway}, expires {month}', { gateway: formatGateway(provider), month: asOnTheCard(expires) })
                  : formatGateway(provider)}
              </p>
            </div>
          </li>
        ))}
      </ul>
      <div className="mt-auto pt-5">
        <ButtonLink to="/payment" variant="secondary">
          {t('Update')}
        </ButtonLink>
      </div>
    </Panel>
  );
}

/** '2028-08' as cards have it: '08/28'. */
function asOnTheCard(month: string): string {
  return month.replace(/^\d\d(\d\d)-(\d\d)$/, '$2/$1');
}
