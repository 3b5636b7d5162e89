import type { AutoPayView } from '@portal/contract/billing/payments/auto-pay';
import { ExternalLink } from 'lucide-react';
import { messageOf } from '../../../../shared/api/api-error.ts';
import { useOneAtATime } from '../../../../shared/api/use-one-at-a-time.ts';
import { formatDate, formatDay } from '../../../../shared/format/date.ts';
import { formatGateway } from '../../../../shared/format/gateway.ts';
import { formatExactNaira } from '../../../../shared/format/naira.ts';
import { useText } from '../../../../shared/i18n/use-text.ts';
import { Button, buttonClass } from '../../../../shared/ui/button/button.tsx';
import { ButtonLink } from '../../../../shared/ui/button/button-link.tsx';
import { Alert } from '../../../../shared/ui/feedback/alert.tsx';
import { toast } from '../../../../shared/ui/feedback/toast.ts';
import { DescriptionList, type Fact } from '../../../../shared/ui/layout/description-list.tsx';
import { useStopAutoPay } from '../api/auto-pay.ts';
import { AutoPayCardLine } from './auto-pay-card.tsx';

/**
 * Active auto-pay: the card, the next charge, the outcome of the last attempt, and how to switch it
 * off.
 */
export function AutoPaySettings({ autoPay }: { autoPay: AutoPayView }) {
  const t = useText();
  const { card, attempt, next } = autoPay;
  if (!card) return null;
  return (
    <>
      <AutoPayCardLine card={card} />
      {card.endsSoon && (
        <Alert kind="warn" className="mt-4">
          {t('This card expires soon. Pay your next bill with your new card and tick Auto-Pay there.')}
        </Alert>
      )}
      {attempt && <Attempt attempt={attempt} card={card} />}
      {next && attempt?.state !== 'declined' && (
        <DescriptionList className="mt-4 border-line border-t pt-4" facts={facts(t, next)} />
      )}
      <div className="mt-auto pt-5">
        <SwitchOff />
      </div>
    </>
  );
}

function facts(t: ReturnType<typeof useText>, next: NonNullable<AutoPayView['next']>): readonly Fact[] {
  const { at, amount, saving, planName } = next;
  return [
    { label: t('Next charge'), value: formatDate(at) },
    { label: planName, value: amount === 0 ? t('Paid with credit') : formatExactNaira(amount) },
    ...(saving > 0 ? [{ label: t('You save'), value: formatExactNaira(saving) }] : []),
  ];
}

type AttemptProps = {
  attempt: NonNullable<AutoPayView['attempt']>;
  card: NonNullable<AutoPayView['card']>;
};

/** The last try for the month that is due. */
function Attempt({ attempt, card }: AttemptProps) {
  const t = useText();
  const amount = formatExactNaira(attempt.amount);
  if (attempt.state === 'charging') {
    return (
      <Alert kind="info" className="mt-4">
        {t('{amount} is being charged to {card}. There is no need to pay by hand.', {
          amount,
          card: t(attempt.label || card.label),
        })}
      </Alert>
    );
  }
  if (attempt.state === 'confirm') {
    return (
      <Alert kind="warn" className="mt-4">
        <p>{t('Your bank asks you to confirm {amount} before it pays.', { amount })}</p>
        {attempt.confirmUrl && (
          <a className={`${buttonClass({})} mt-3`} href={attempt.confirmUrl} target="_blank" rel="noreferrer">
            <ExternalLink />
            {t('Confirm with {gateway}', { gateway: formatGateway(card.provider) })}
          </a>
        )}
      </Alert>
    );
  }
  return (
    <Alert kind="warn" className="mt-4">
      <p>
        {t('{card} did not pay {amount} on {date}.', {
          card: t(attempt.label || card.label),
          amount,
          date: formatDay(attempt.at),
        })}{' '}
        {attempt.reason === 'no-money' && t('There was not enough money in the account.')}
      </p>
      <p className="mt-1">
        {attempt.nextTryAt
          ? t('We try again on {date}. You can also pay by hand now, at the full price.', {
              date: formatDay(attempt.nextTryAt),
            })
          : attempt.payBy
            ? t('Please pay by hand by {date} to stay connected.', { date: formatDay(attempt.payBy) })
            : t('Please pay by hand to be connected again.')}
      </p>
      <ButtonLink to="/payment" variant="secondary" className="mt-3">
        {t('Pay now')}
      </ButtonLink>
    </Alert>
  );
}

function SwitchOff() {
  const t = useText();
  const stop = useStopAutoPay();
  const oneAtATime = useOneAtATime();
  function switchOff() {
    // Handled by the promise: once auto-pay is off this part is unmounted, with its own callbacks.
    oneAtATime(() =>
      stop.mutateAsync().then(
        ({ message }) => toast({ title: t(message), description: t('What is saved stays saved until you remove it.') }),
        (failure: Error) =>
          toast({
            title: t('Auto-Pay is still on'),
            description: t(messageOf(failure)),
            variant: 'destructive',
          }),
      ),
    );
  }
  return (
    <Button variant="secondary" busy={stop.isPending} busyLabel={t('Switching off...')} onClick={switchOff}>
      {t('Switch Auto-Pay off')}
    </Button>
  );
}
