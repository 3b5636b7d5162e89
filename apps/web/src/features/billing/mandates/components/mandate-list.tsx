import type { Mandate } from '@portal/contract/billing/payments/mandates';
import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { messageOf } from '../../../../shared/api/api-error.ts';
import { useMutateOnce } from '../../../../shared/api/use-mutate-once.ts';
import { useText } from '../../../../shared/i18n/use-text.ts';
import { AsyncBoundary } from '../../../../shared/ui/async/async-boundary.tsx';
import { Skeleton } from '../../../../shared/ui/async/skeleton.tsx';
import { Button, buttonClass } from '../../../../shared/ui/button/button.tsx';
import { Alert } from '../../../../shared/ui/feedback/alert.tsx';
import { toast } from '../../../../shared/ui/feedback/toast.ts';
import { useCancelMandate, useCheckMandate, useMandates } from '../api/mandates.ts';
import { mandateWords } from '../mandate-words.ts';
import { MandateForm } from './mandate-form.tsx';

const RETURNED = 'mandate';

/** The customer's mandates that are not charged yet, or were over last, and a form for a new one. */
export function MandateList({ isCharged }: { isCharged: boolean }) {
  const t = useText();
  const mandates = useMandates(true);
  useReturn();
  return (
    <section>
      <h3 className="semi mb-2">{t('Bank account')}</h3>
      <AsyncBoundary
        query={mandates}
        failure={t('We could not load your bank mandates')}
        skeleton={<Skeleton className="h-24 w-full" />}
      >
        {({ mandates: all, consent }) => {
          const shown = all.filter(({ status }) => status !== 'active');
          const isUnderWay = shown.some(({ status }) => status === 'awaiting-approval' || status === 'approved');
          return (
            <div className="grid gap-4">
              {shown.map((mandate) => (
                <MandateState key={mandate.id} mandate={mandate} />
              ))}
              <NewMandate consent={consent} isSecond={isCharged || isUnderWay} />
            </div>
          );
        }}
      </AsyncBoundary>
    </section>
  );
}

/** Asks how a mandate stands once its owner comes back from the page on which they approve it. */
function useReturn(): void {
  const [search, setSearch] = useSearchParams();
  const check = useCheckMandate();
  const id = search.get(RETURNED);
  const asked = useRef<string | null>(null);
  const ask = useMutateOnce(check);
  useEffect(() => {
    if (id === null || asked.current === id) return;
    asked.current = id;
    ask(id);
    setSearch(
      (before) => {
        before.delete(RETURNED);
        return before;
      },
      { replace: true },
    );
  }, [id, ask, setSearch]);
}

function MandateState({ mandate }: { mandate: Mandate }) {
  const t = useText();
  const check = useCheckMandate();
  const checkOnce = useMutateOnce(check);
  const cancel = useCancelMandate();
  const cancelOnce = useMutateOnce(cancel);
  const { id, status, approvalUrl } = mandate;
  const { title, text, kind } = mandateWords(t, mandate);
  const isUnderWay = status === 'awaiting-approval' || status === 'approved';
  const failed = (failure: Error) =>
    toast({ title: t('That did not work'), description: t(messageOf(failure)), variant: 'destructive' });
  return (
    <Alert kind={kind}>
      <p className="semi">{title}</p>
      <p className="mt-1">{text}</p>
      {isUnderWay && (
        <div className="mt-3 flex flex-wrap gap-2">
          {approvalUrl && (
            <a className={buttonClass({})} href={approvalUrl}>
              {t('Approve at your bank')}
            </a>
          )}
          <Button
            variant="secondary"
            busy={check.isPending}
            busyLabel={t('Checking...')}
            onClick={() => checkOnce(id, { onError: failed })}
          >
            {t('Check again')}
          </Button>
          <Button
            variant="secondary"
            busy={cancel.isPending}
            busyLabel={t('Cancelling...')}
            onClick={() =>
              cancelOnce(id, { onSuccess: ({ message }) => toast({ title: t(message) }), onError: failed })
            }
          >
            {t('Cancel mandate')}
          </Button>
        </div>
      )}
    </Alert>
  );
}

function NewMandate({ consent, isSecond }: { consent: string; isSecond: boolean }) {
  const t = useText();
  const [isOpen, setOpen] = useState(false);
  if (isOpen) return <MandateForm consent={consent} onCancel={() => setOpen(false)} />;
  return (
    <div>
      {!isSecond && (
        <p className="soft small mb-3">
          {t(
            'Your bank pays your bills from your account, 10% cheaper, without a card. You approve that once with your bank.',
          )}
        </p>
      )}
      <Button variant="secondary" onClick={() => setOpen(true)}>
        {isSecond ? t('Use another bank account') : t('Use a bank account')}
      </Button>
    </div>
  );
}
