import type { SubscriptionView } from '@portal/contract/billing/subscriptions';
import { formatDate } from '../../../../shared/format/date.ts';
import { phrase } from '../../../../shared/i18n/translate.ts';
import { useText } from '../../../../shared/i18n/use-text.ts';
import { useHasRole } from '../../../../shared/session/account-role.ts';
import { Button } from '../../../../shared/ui/button/button.tsx';
import { Alert } from '../../../../shared/ui/feedback/alert.tsx';
import { useEndPause } from '../api/end-pause.ts';
import { useWithdrawCancellation } from '../api/withdraw-cancellation.ts';
import type { SubscriptionState } from '../subscription-state.ts';
import { useNotifiedAction } from '../use-notified-action.ts';

export type SubscriptionNoticeProps = {
  state: SubscriptionState;
  reason: SubscriptionView['cancelReason'];
  className?: string;
};

/**
 * What is unusual about a subscription, why, what comes next, and how to return; nothing for an
 * active, paid one.
 */
export function SubscriptionNotice({ state, reason, className }: SubscriptionNoticeProps) {
  const t = useText();
  const isOwner = useHasRole('owner');
  const look = className ? { className } : {};
  switch (state.kind) {
    case 'grace':
      return (
        <Alert kind="warn" {...look}>
          {state.until
            ? t('Your bill of {date} is not paid yet. Your line stays on until {until}.', {
                date: formatDate(state.dueAt),
                until: formatDate(state.until),
              })
            : t('Your bill of {date} is not paid yet.', { date: formatDate(state.dueAt) })}
        </Alert>
      );
    case 'suspended':
      return (
        <Alert kind="bad" {...look}>
          {state.dueAt
            ? t('Your line is off because the bill of {date} was not paid.', { date: formatDate(state.dueAt) })
            : t('Your line is off because a bill was not paid.')}{' '}
          {t('It comes back within seconds of your payment, and the time it was off is not charged.')}
        </Alert>
      );
    case 'paused':
      return (
        <Alert kind="info" {...look}>
          <p>{t('Your line rests until {date} and then comes back by itself.', { date: formatDate(state.until) })}</p>
          {state.endsAt ? (
            <EndingText endsAt={state.endsAt} reason={reason} />
          ) : (
            <p>{t('What is left of your paid time comes afterwards.')}</p>
          )}
          {isOwner && (
            <div className="flex flex-wrap gap-x-3">
              <ComeBack />
              {state.endsAt && <Keep />}
            </div>
          )}
        </Alert>
      );
    case 'ending':
      return (
        <Alert kind="info" {...look}>
          <EndingText endsAt={state.endsAt} reason={reason} />
          {isOwner && <Keep />}
        </Alert>
      );
    default:
      return null;
  }
}

function EndingText({ endsAt, reason }: { endsAt: string; reason: SubscriptionNoticeProps['reason'] }) {
  const t = useText();
  return (
    <>
      <p>{t('Your line ends on {date}, as you asked. Nothing more is billed.', { date: formatDate(endsAt) })}</p>
      {reason && <p className="break-words">{t('Your reason: {reason}', { reason })}</p>}
    </>
  );
}

function ComeBack() {
  const t = useText();
  const { mutateAsync, isPending } = useEndPause();
  const comeBack = useNotifiedAction(phrase('Welcome back'), mutateAsync);
  return (
    <Button variant="quiet" className="-ml-2.5 text-info!" busy={isPending} onClick={comeBack}>
      {t('Come back now')}
    </Button>
  );
}

function Keep() {
  const t = useText();
  const { mutateAsync, isPending } = useWithdrawCancellation();
  const keep = useNotifiedAction(phrase('Your line stays'), mutateAsync);
  return (
    <Button variant="quiet" className="-ml-2.5 text-info!" busy={isPending} onClick={keep}>
      {t('Keep my line')}
    </Button>
  );
}
