import type { AutoPayMethod, AutoPayView } from '@portal/contract/billing/payments/auto-pay';
import { Pause } from 'lucide-react';
import { messageOf } from '../../../../shared/api/api-error.ts';
import { useMutateOnce } from '../../../../shared/api/use-mutate-once.ts';
import { useText } from '../../../../shared/i18n/use-text.ts';
import { Button } from '../../../../shared/ui/button/button.tsx';
import { Alert } from '../../../../shared/ui/feedback/alert.tsx';
import { Badge } from '../../../../shared/ui/feedback/badge.tsx';
import { toast } from '../../../../shared/ui/feedback/toast.ts';
import { AutoPayCardLine } from '../../auto-pay/components/auto-pay-card.tsx';
import { usePauseMethod, useSetPreferences } from '../api/mandates.ts';

/** What is charged, the first one first; each can be paused, and the second put first. */
export function MethodOrder({ autoPay }: { autoPay: AutoPayView }) {
  const t = useText();
  const { methods } = autoPay;
  return (
    <section>
      <h3 className="semi mb-2">{methods.length > 1 ? t('Charged in this order') : t('What is charged')}</h3>
      {methods.length > 0 && methods.every(({ isPaused }) => isPaused) && (
        <Alert kind="warn" className="mb-3">
          {t('Everything is paused, so nothing is charged. Pay your bills by hand, at the full price.')}
        </Alert>
      )}
      <ol className="rows">
        {methods.map((method, index) => (
          <Method key={method.id} method={method} autoPay={autoPay} isFirst={index === 0} />
        ))}
      </ol>
    </section>
  );
}

function Method({ method, autoPay, isFirst }: { method: AutoPayMethod; autoPay: AutoPayView; isFirst: boolean }) {
  const t = useText();
  const { id, isPaused, kind } = method;
  const pausing = usePauseMethod();
  const pause = useMutateOnce(pausing);
  const ordering = useSetPreferences();
  const order = useMutateOnce(ordering);
  const told = {
    onSuccess: ({ message }: { message: string }) => toast({ title: t(message) }),
    onError: (failure: Error) =>
      toast({ title: t('Not saved'), description: t(messageOf(failure)), variant: 'destructive' as const }),
  };
  const label = t(method.label);
  return (
    <li className="grid gap-3">
      <div className="flex flex-wrap items-start justify-between gap-2">
        <AutoPayCardLine card={method} />
        {isPaused && (
          <Badge kind="mute" icon={Pause}>
            {t('Paused')}
          </Badge>
        )}
      </div>
      <div className="flex flex-wrap gap-2">
        <Button
          variant="secondary"
          busy={pausing.isPending}
          busyLabel={t('Saving...')}
          aria-label={isPaused ? t('Resume {card}', { card: label }) : t('Pause {card}', { card: label })}
          onClick={() => pause({ id, isPaused: !isPaused }, told)}
        >
          {isPaused ? t('Resume') : t('Pause')}
        </Button>
        {!isFirst && (
          <Button
            variant="secondary"
            busy={ordering.isPending}
            busyLabel={t('Saving...')}
            aria-label={t('Charge {card} first', { card: label })}
            onClick={() => order({ chargeFirst: kind, salaryDay: autoPay.salaryDay }, told)}
          >
            {t('Charge first')}
          </Button>
        )}
      </div>
    </li>
  );
}
