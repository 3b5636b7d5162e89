import { brand } from '@portal/brand';
import type { LinkState, PaymentLink } from '@portal/contract/billing/payments/payment-links';
import { CircleCheck, Lock, Unlink } from 'lucide-react';
import { useState } from 'react';
import { ApiError, messageOf } from '../../../../shared/api/api-error.ts';
import { useMutateOnce } from '../../../../shared/api/use-mutate-once.ts';
import { formatExactNaira } from '../../../../shared/format/naira.ts';
import { phrase } from '../../../../shared/i18n/translate.ts';
import { useText } from '../../../../shared/i18n/use-text.ts';
import { AsyncBoundary } from '../../../../shared/ui/async/async-boundary.tsx';
import { Skeleton } from '../../../../shared/ui/async/skeleton.tsx';
import { Button } from '../../../../shared/ui/button/button.tsx';
import { Alert } from '../../../../shared/ui/feedback/alert.tsx';
import { SelectField } from '../../../../shared/ui/form/select-field.tsx';
import { useOnline } from '../../../../shared/ui/hooks/use-online.ts';
import { useGateways } from '../../payments/api/list-gateways.ts';
import { usePayByLink, usePaymentLink } from '../api/payment-link.ts';
import { useLinkToken } from '../use-link-token.ts';

/** Where a payment link leads: what it is for, and the way to a gateway, for whoever opens it. */
export function PayByLinkPanel() {
  const t = useText();
  const token = useLinkToken();
  const link = usePaymentLink(token ?? '');
  const isUnknown = link.error instanceof ApiError && link.error.code === 'payment-link.not-found';
  if (token === '' || isUnknown) return <Closed state="unknown" />;
  return (
    <AsyncBoundary
      query={link}
      failure={t('We could not load what this link is for')}
      skeleton={<Skeleton className="h-80 w-full" />}
    >
      {(loaded) =>
        loaded.state === 'open' && loaded.bill ? (
          <PayForm token={token ?? ''} bill={loaded.bill} isUnderWay={loaded.isUnderWay} />
        ) : (
          <Closed state={loaded.state} bill={loaded.bill} />
        )
      }
    </AsyncBoundary>
  );
}

type Bill = NonNullable<PaymentLink['bill']>;

function BillFacts({ bill }: { bill: Bill }) {
  const t = useText();
  const { firstName, accountEnding, label, amount } = bill;
  const facts = [
    [t('To'), brand.name],
    [t('For'), firstName ?? t('A customer')],
    [t('Account number'), t('ends in {digits}', { digits: accountEnding })],
    [t('What it pays'), t(label)],
  ];
  return (
    <div className="border-line border-y py-4">
      <p className="h1">{formatExactNaira(amount)}</p>
      <dl className="mt-3 grid gap-2">
        {facts.map(([name, value]) => (
          <div key={name} className="flex flex-wrap justify-between gap-x-4">
            <dt className="soft">{name}</dt>
            <dd className="semi wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

function PayForm({ token, bill, isUnderWay }: { token: string; bill: Bill; isUnderWay: boolean }) {
  const t = useText();
  const online = useOnline();
  const gateways = useGateways();
  const [gateway, setGateway] = useState('');
  const pay = usePayByLink(token);
  const send = useMutateOnce(pay);
  const chosen = gateway || gateways.data?.[0]?.id;
  const { name = '', largest = bill.amount } = gateways.data?.find(({ id }) => id === chosen) ?? {};
  const isTooLarge = bill.amount > largest;
  return (
    <>
      <div>
        <h1 className="h1 mb-2">{t('Pay {provider}', { provider: brand.name })}</h1>
        <p className="soft">{t('Somebody has sent you this link to pay. You need no account.')}</p>
      </div>
      <BillFacts bill={bill} />
      {isUnderWay && (
        <Alert kind="info">
          {t('A payment with this link is under way. If you have paid, wait: this page shows it.')}
        </Alert>
      )}
      <form
        noValidate
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (chosen && !isTooLarge) send({ gateway: chosen, amount: bill.amount });
        }}
      >
        <AsyncBoundary
          query={gateways}
          failure={t('The payment gateways could not be loaded.')}
          skeleton={<SelectField label={t('Payment gateway')} placeholder={t('Loading...')} options={[]} disabled />}
        >
          {(open) =>
            open.length === 0 ? (
              <Alert kind="warn">{t('No payment gateway takes payments right now. Please try again later.')}</Alert>
            ) : (
              <SelectField
                label={t('Payment gateway')}
                options={open.map(({ id, name }) => ({ value: id, label: name }))}
                value={chosen}
                onChange={(event) => setGateway(event.target.value)}
              />
            )
          }
        </AsyncBoundary>
        {isTooLarge && (
          <Alert kind="warn">
            {t(
              '{gateway} takes at most {largest} at once. Choose another gateway, or ask {provider} for a link for each part.',
              { gateway: name, largest: formatExactNaira(largest), provider: brand.name },
            )}
          </Alert>
        )}
        {!online && <Alert kind="warn">{t('You are offline. You can pay once you are connected again.')}</Alert>}
        {pay.error && <Alert kind="bad">{t(messageOf(pay.error))}</Alert>}
        <Button
          type="submit"
          size="large"
          block
          disabled={!chosen || isTooLarge || !online}
          busy={pay.isPending || pay.isSuccess}
          busyLabel={t('Opening the payment page...')}
        >
          <Lock />
          {t('Pay {amount}', { amount: formatExactNaira(bill.amount) })}
        </Button>
      </form>
    </>
  );
}

const CLOSED: Readonly<Record<LinkState | 'unknown', { readonly title: string; readonly text: string }>> = {
  open: { title: phrase('There is nothing left to pay'), text: phrase('You have not been charged.') },
  settled: {
    title: phrase('There is nothing left to pay'),
    text: phrase('What this link was for has been paid in another way. You have not been charged.'),
  },
  paid: { title: phrase('This is paid'), text: phrase('Thank you. The receipt goes to the customer.') },
  expired: {
    title: phrase('This link has expired'),
    text: phrase('Ask whoever sent it to you for a new one. You have not been charged.'),
  },
  withdrawn: {
    title: phrase('This link was withdrawn'),
    text: phrase('Ask whoever sent it to you what to do. You have not been charged.'),
  },
  unknown: {
    title: phrase('We do not know this link'),
    text: phrase('It was perhaps not copied whole. Open it once more from the message or the code.'),
  },
};

function Closed({ state, bill = null }: { state: LinkState | 'unknown'; bill?: Bill | null }) {
  const t = useText();
  const { title, text } = CLOSED[state];
  const Mark = state === 'paid' || state === 'settled' ? CircleCheck : Unlink;
  return (
    <>
      <div role="status">
        <Mark className={`mb-3 size-10 ${Mark === CircleCheck ? 'text-ok' : 'text-warn'}`} />
        <h1 className="h1 mb-2">{t(title)}</h1>
        <p className="soft">{t(text)}</p>
      </div>
      {bill && <BillFacts bill={bill} />}
    </>
  );
}
