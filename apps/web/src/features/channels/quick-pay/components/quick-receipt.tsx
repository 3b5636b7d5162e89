import type { QuickPaymentState, QuickReceipt as Receipt } from '@portal/contract/channels/quick-pay';
import { CircleCheck, CircleX, Hourglass } from 'lucide-react';
import { useEffect, useState } from 'react';
import { formatDate } from '../../../../shared/format/date.ts';
import { formatExactNaira } from '../../../../shared/format/naira.ts';
import { phrase } from '../../../../shared/i18n/translate.ts';
import { useText } from '../../../../shared/i18n/use-text.ts';
import { AsyncBoundary } from '../../../../shared/ui/async/async-boundary.tsx';
import { Skeleton } from '../../../../shared/ui/async/skeleton.tsx';
import { ButtonLink } from '../../../../shared/ui/button/button-link.tsx';
import { Alert } from '../../../../shared/ui/feedback/alert.tsx';
import { useQuickReceipt } from '../api/quick-pay.ts';
import { forgetStoredPayment, readStoredPayment, type StoredPayment } from '../stored-payment.ts';

/** The third step: what became of the payment, for the window that opened it. */
export function QuickReceipt({ reference }: { reference: string }) {
  const [stored] = useState(readStoredPayment);
  return stored?.reference === reference ? <Outcome stored={stored} /> : <Elsewhere reference={reference} />;
}

function Outcome({ stored }: { stored: StoredPayment }) {
  const t = useText();
  const receipt = useQuickReceipt(stored);
  return (
    <AsyncBoundary
      query={receipt}
      failure={t('We could not load what became of your payment')}
      skeleton={<Skeleton className="h-72 w-full max-w-[560px]" />}
    >
      {(loaded) => <Shown receipt={loaded} />}
    </AsyncBoundary>
  );
}

const STATES: Readonly<
  Record<
    QuickPaymentState,
    { readonly title: string; readonly text: string; readonly icon: typeof CircleCheck; readonly colour: string }
  >
> = {
  successful: {
    title: phrase('Payment received'),
    text: phrase('Thank you. The receipt goes to your email, and the account holder gets a message.'),
    icon: CircleCheck,
    colour: 'text-ok',
  },
  pending: {
    title: phrase('We are still checking'),
    text: phrase('If you have paid, there is no need to pay again. This page shows it by itself.'),
    icon: Hourglass,
    colour: 'text-warn',
  },
  failed: {
    title: phrase('This payment did not go through'),
    text: phrase('You can try again. If money has left your account all the same, it counts as soon as it reaches us.'),
    icon: CircleX,
    colour: 'text-bad',
  },
  review: {
    title: phrase('We are looking at this payment'),
    text: phrase('What the gateway reports does not match. Please do not pay again: we write to your email.'),
    icon: Hourglass,
    colour: 'text-warn',
  },
};

function Shown({ receipt }: { receipt: Receipt }) {
  const t = useText();
  const { state, reference, amount, gateway, accountEnding, paidAt } = receipt;
  const { title, text, icon: Mark, colour } = STATES[state];
  useEffect(() => {
    if (state === 'successful') forgetStoredPayment();
  }, [state]);
  const facts = [
    [t('Reference'), reference],
    [t('Payment gateway'), gateway],
    [t('Account'), t('ends in {digits}', { digits: accountEnding })],
    ...(paidAt ? [[t('Date'), formatDate(paidAt)]] : []),
  ];
  return (
    <section className="max-w-[560px]" aria-labelledby="outcome">
      <div role="status">
        <Mark className={`size-10 ${colour}`} />
        <h2 className="h2 mt-3" id="outcome">
          {t(title)}
        </h2>
        <p className="soft mt-2">{t(text)}</p>
      </div>
      <p className="h1 mt-6">{formatExactNaira(amount)}</p>
      <dl className="kv my-5 border-line border-y py-5">
        {facts.map(([name, value]) => (
          <div key={name} className="contents">
            <dt>{name}</dt>
            <dd className="wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
      <ButtonLink variant={state === 'failed' ? 'primary' : 'secondary'} to="/pay">
        {state === 'failed' ? t('Try again') : t('Pay for another account')}
      </ButtonLink>
    </section>
  );
}

/** Another window, or the same after it was seen: only whoever opened a payment sees it. */
function Elsewhere({ reference }: { reference: string }) {
  const t = useText();
  return (
    <div className="grid max-w-[560px] gap-5">
      <Alert kind="info">
        {t(
          'Only the window that opened payment {reference} shows it. Once it has arrived, its receipt is in your email.',
          {
            reference,
          },
        )}
      </Alert>
      <ButtonLink className="justify-self-start" variant="secondary" to="/pay">
        {t('Pay for another account')}
      </ButtonLink>
    </div>
  );
}
