import type { PaymentMethod } from '@portal/contract/billing/payments/payments';
import { CircleCheck, CreditCard, Landmark, Pause, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { messageOf } from '../../../../shared/api/api-error.ts';
import { useMutateOnce } from '../../../../shared/api/use-mutate-once.ts';
import { cardMonth } from '../../../../shared/format/card-month.ts';
import { formatGateway } from '../../../../shared/format/gateway.ts';
import { useText } from '../../../../shared/i18n/use-text.ts';
import { AsyncBoundary } from '../../../../shared/ui/async/async-boundary.tsx';
import { EmptyState } from '../../../../shared/ui/async/empty-state.tsx';
import { Skeleton } from '../../../../shared/ui/async/skeleton.tsx';
import { Button } from '../../../../shared/ui/button/button.tsx';
import { ButtonLink } from '../../../../shared/ui/button/button-link.tsx';
import { Dialog } from '../../../../shared/ui/dialog/dialog.tsx';
import { Badge } from '../../../../shared/ui/feedback/badge.tsx';
import { toast } from '../../../../shared/ui/feedback/toast.ts';
import { Panel } from '../../../../shared/ui/layout/panel.tsx';
import { useRemovePaymentMethod } from '../../auto-pay/api/auto-pay.ts';
import { usePaymentMethods } from '../api/list-payment-methods.ts';

/** Saved methods, labelled without their number (specification section 2, Profile, Billing). */
export function SavedPaymentMethods() {
  const t = useText();
  const methods = usePaymentMethods();
  return (
    <AsyncBoundary
      query={methods}
      failure={t('We could not load your payment methods')}
      skeleton={<Skeleton className="h-52 w-full rounded-panel" />}
    >
      {(loaded) => (loaded.length === 0 ? <NoMethods /> : <MethodList methods={loaded} />)}
    </AsyncBoundary>
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
  const removal = useRemoval();
  return (
    <Panel className="flex flex-col">
      <h2 className="h4 mb-4">{t('Payment methods')}</h2>
      <ul className="rows">
        {methods.map(({ id, provider, kind, label, expires, isDefault, isPaused }) => (
          <li key={id} className="grid grid-cols-[auto_1fr_auto] items-start gap-x-3">
            {kind === 'mandate' ? (
              <Landmark className="mt-0.5 text-ink-3" />
            ) : (
              <CreditCard className="mt-0.5 text-ink-3" />
            )}
            <div className="min-w-0">
              <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
                <span className="semi break-words">{t(label)}</span>
                {isDefault && (
                  <Badge kind="ok" icon={CircleCheck}>
                    {t('Default')}
                  </Badge>
                )}
                {isPaused && (
                  <Badge kind="mute" icon={Pause}>
                    {t('Paused')}
                  </Badge>
                )}
              </p>
              <p className="soft small mt-0.5">
                {expires
                  ? t('{gateway}, expires {month}', { gateway: formatGateway(provider), month: cardMonth(expires) })
                  : formatGateway(provider)}
              </p>
            </div>
            <button
              type="button"
              className="icon-btn -mt-2"
              aria-label={t('Remove {card} from your payment methods', { card: t(label) })}
              onClick={() => removal.ask({ id, label: t(label) })}
            >
              <Trash2 />
            </button>
          </li>
        ))}
      </ul>
      <div className="mt-auto pt-5">
        <ButtonLink to="/payment" variant="secondary">
          {t('Update')}
        </ButtonLink>
      </div>
      {removal.dialog}
    </Panel>
  );
}

type Removal = { readonly id: string; readonly label: string };

/** Asks for confirmation before a method is removed, because that cannot be undone. */
function useRemoval() {
  const t = useText();
  const remove = useRemovePaymentMethod();
  const send = useMutateOnce(remove);
  const [removal, setRemoval] = useState<Removal | null>(null);
  function confirm({ id }: Removal) {
    send(id, {
      onSuccess: ({ message }) => toast({ title: t(message) }),
      onError: (failure) =>
        toast({ title: t('Not removed'), description: t(messageOf(failure)), variant: 'destructive' }),
      onSettled: () => setRemoval(null),
    });
  }
  const dialog = (
    <Dialog
      open={removal !== null}
      onClose={() => setRemoval(null)}
      title={t('Remove this payment method?')}
      actions={
        <>
          <Button busy={remove.isPending} busyLabel={t('Removing...')} onClick={() => removal && confirm(removal)}>
            {t('Remove')}
          </Button>
          <Button variant="secondary" onClick={() => setRemoval(null)}>
            {t('Keep it')}
          </Button>
        </>
      }
    >
      <p className="soft mt-3">
        {t('{card} is forgotten at once. If Auto-Pay uses it, your next bill is to be paid by hand.', {
          card: removal?.label ?? '',
        })}
      </p>
    </Dialog>
  );
  return { ask: setRemoval, dialog };
}
