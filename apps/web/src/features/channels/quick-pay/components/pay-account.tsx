import type { FoundAccount } from '@portal/contract/channels/quick-pay';
import { formatAccountNumber } from '@portal/kernel/account-number';
import { Lock, ReceiptText, ShieldCheck } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { messageOf } from '../../../../shared/api/api-error.ts';
import { formatDay } from '../../../../shared/format/date.ts';
import { formatExactNaira } from '../../../../shared/format/naira.ts';
import { useText } from '../../../../shared/i18n/use-text.ts';
import { AsyncBoundary } from '../../../../shared/ui/async/async-boundary.tsx';
import { Skeleton } from '../../../../shared/ui/async/skeleton.tsx';
import { Button } from '../../../../shared/ui/button/button.tsx';
import { Alert } from '../../../../shared/ui/feedback/alert.tsx';
import { Field } from '../../../../shared/ui/form/field.tsx';
import { FieldFrame } from '../../../../shared/ui/form/field-frame.tsx';
import { useOnline } from '../../../../shared/ui/hooks/use-online.ts';
import { PageLink } from '../../../../shared/ui/navigation/page-link.tsx';
import { type QuickField, useQuickOrder } from '../use-quick-order.ts';
import { GatewayRadios } from './gateway-radios.tsx';
import './quick-pay.css';

/** The second step: who is paid for, as far as the payer may know, and the way to a gateway. */
export function PayAccount({ found }: { found: FoundAccount }) {
  return (
    <div className="grid gap-8 lg:grid-cols-[1fr_480px] lg:items-start lg:gap-16">
      <PaidFor found={found} />
      <div className="grid min-w-0 gap-8">
        <PayForm found={found} />
        <Assurances />
      </div>
    </div>
  );
}

function PaidFor({ found: { name, accountNumber, openBills, nearestDueAt } }: { found: FoundAccount }) {
  const t = useText();
  const heading = useRef<HTMLHeadingElement>(null);
  // The step before is gone with its button.
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  const bills = openBills === 0 ? t('None') : String(openBills);
  return (
    <section aria-labelledby="paid-for" className="min-w-0">
      <p className="soft">{t('You pay for')}</p>
      <h2 className="h1 mt-1 outline-none" id="paid-for" tabIndex={-1} ref={heading}>
        {name}
      </h2>
      <dl className="kv my-5 border-line border-y py-5">
        {accountNumber && (
          <>
            <dt>{t('Account')}</dt>
            <dd>{formatAccountNumber(accountNumber)}</dd>
          </>
        )}
        <dt>{t('Bills open')}</dt>
        <dd>
          {nearestDueAt === null ? bills : t('{count}, due {day}', { count: bills, day: formatDay(nearestDueAt) })}
        </dd>
      </dl>
      <p className="soft">
        {t('Not the right person?')}{' '}
        <PageLink className="link" to="/pay">
          {t('Find another account')}
        </PageLink>
      </p>
    </section>
  );
}

function PayForm({ found }: { found: FoundAccount }) {
  const t = useText();
  const online = useOnline();
  const order = useQuickOrder(found);
  const form = useRef<HTMLFormElement>(null);
  const focus = (field: QuickField | null) =>
    field && form.current?.querySelector<HTMLInputElement>(`[name="${field}"]`)?.focus();
  return (
    <section className="panel overflow-hidden p-0!" aria-label={t('Payment')}>
      <div className="p-5 md:px-8 md:py-6">
        <p className="soft">{found.due === 0 ? t('Nothing is due now') : t('Due now')}</p>
        <p className="quick-due">{formatExactNaira(found.due)}</p>
      </div>
      <form
        ref={form}
        noValidate
        className="grid gap-5 border-line border-t p-5 md:px-8 md:pt-6 md:pb-8"
        onSubmit={(event) => {
          event.preventDefault();
          if (online) focus(order.submit());
        }}
      >
        <AmountToPay order={order} />
        <AsyncBoundary
          query={order.gateways}
          failure={t('The payment gateways could not be loaded.')}
          skeleton={<Skeleton className="h-44 w-full" />}
        >
          {(open) =>
            open.length === 0 ? (
              <Alert kind="warn">{t('No payment gateway takes payments right now. Please try again later.')}</Alert>
            ) : (
              <GatewayRadios gateways={open} value={order.gateway} onChange={(gateway) => order.change({ gateway })} />
            )
          }
        </AsyncBoundary>
        <Field
          label={t('Your email, for the receipt')}
          type="email"
          name="email"
          autoComplete="email"
          maxLength={255}
          value={order.typed.email}
          error={order.errors.email}
          onChange={(event) => order.change({ email: event.currentTarget.value })}
        />
        <Field
          label={t('Your name (optional)')}
          name="payerName"
          autoComplete="name"
          maxLength={60}
          hint={t('The account holder sees it.')}
          value={order.typed.payerName}
          error={order.errors.payerName}
          onChange={(event) => order.change({ payerName: event.currentTarget.value })}
        />
        {order.isMuchMore && (
          <Alert kind="warn">{t('That is much more than what is due. Look at the amount once more.')}</Alert>
        )}
        {!online && <Alert kind="warn">{t('You are offline. You can pay once you are connected again.')}</Alert>}
        {order.failure && (
          <Alert kind="bad">
            {t(messageOf(order.error))}{' '}
            {order.isExpired && (
              <PageLink className="link" to="/pay">
                {t('Find the account')}
              </PageLink>
            )}
          </Alert>
        )}
        <Button
          type="submit"
          size="large"
          block
          disabled={!order.gateway || !online}
          busy={order.busy}
          busyLabel={t('Opening the payment page...')}
        >
          <Lock />
          {Number.isNaN(order.amount) ? t('Pay') : t('Pay {amount}', { amount: formatExactNaira(order.amount) })}
        </Button>
      </form>
    </section>
  );
}

function AmountToPay({ order }: { order: ReturnType<typeof useQuickOrder> }) {
  const t = useText();
  return (
    <FieldFrame
      label={t('Amount to pay')}
      hint={t('Pay more and the rest stays as credit on this account.')}
      error={order.errors.amount}
    >
      {(wiring) => (
        <div className="quick-amount">
          <span aria-hidden="true">₦</span>
          <input
            {...wiring}
            className="input"
            type="text"
            name="amount"
            inputMode="decimal"
            autoComplete="off"
            maxLength={30}
            value={order.typed.amount}
            onChange={(event) => order.change({ amount: event.currentTarget.value })}
          />
        </div>
      )}
    </FieldFrame>
  );
}

function Assurances() {
  const t = useText();
  return (
    <ul className="soft small grid gap-4">
      <li className="grid grid-cols-[24px_1fr] gap-3">
        <ShieldCheck className="icon text-primary" />
        <span>{t('We mask the name and show no address, plan or history.')}</span>
      </li>
      <li className="grid grid-cols-[24px_1fr] gap-3">
        <ReceiptText className="icon text-primary" />
        <span>{t('The payment gets a reference, and the account holder gets a message.')}</span>
      </li>
    </ul>
  );
}
