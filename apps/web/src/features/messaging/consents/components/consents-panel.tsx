import { type Consent, type ConsentView, marketingConsents } from '@portal/contract/messaging/consents';
import { useRef } from 'react';
import { messageOf } from '../../../../shared/api/api-error.ts';
import { useMutateOnce } from '../../../../shared/api/use-mutate-once.ts';
import { formatMoment } from '../../../../shared/format/date.ts';
import { useText } from '../../../../shared/i18n/use-text.ts';
import { AsyncBoundary } from '../../../../shared/ui/async/async-boundary.tsx';
import { Skeleton } from '../../../../shared/ui/async/skeleton.tsx';
import { Button } from '../../../../shared/ui/button/button.tsx';
import { Alert } from '../../../../shared/ui/feedback/alert.tsx';
import { toast } from '../../../../shared/ui/feedback/toast.ts';
import { useOnline } from '../../../../shared/ui/hooks/use-online.ts';
import '../../preferences/components/checkbox.css';
import { useChangeConsent, useConsents } from '../api/consents.ts';
import { consentChannels, consentSourceLabels, consentTexts } from '../consent-texts.ts';

/** What the customer consents to, by channel; a switch for all; and the log of what they said. */
export function ConsentsPanel() {
  const t = useText();
  const loaded = useConsents();
  return (
    <section className="border-ink border-t pt-5" aria-labelledby="consents-heading">
      <h2 className="h3" id="consents-heading">
        {t('What you have agreed to')}
      </h2>
      <p className="soft mt-1 mb-4">
        {t('We send offers only in the ways that you choose here. You can withdraw each at any time.')}
      </p>
      <AsyncBoundary
        query={loaded}
        failure={t('We could not load what you have agreed to')}
        skeleton={<Skeleton className="h-64 w-full" />}
      >
        {(view) => <Consents view={view} />}
      </AsyncBoundary>
    </section>
  );
}

function Consents({ view }: { view: ConsentView }) {
  const t = useText();
  const online = useOnline();
  const heading = useRef<HTMLHeadingElement>(null);
  const changing = useChangeConsent();
  const { mutate: save } = changing;
  const object = useMutateOnce(changing);
  const isObjecting = changing.isPending && changing.variables === null;
  const onError = (failure: Error) =>
    toast({ title: t('Your choice was not saved'), description: t(messageOf(failure)), variant: 'destructive' });
  const isGiven = (consent: Consent): boolean => {
    if (changing.isPending) {
      if (changing.variables === null && consent !== 'whatsapp') return false;
      if (changing.variables?.consent === consent) return changing.variables.given;
    }
    return view.consents.some((one) => one.consent === consent && one.given);
  };
  return (
    <>
      <ul className="rows">
        {view.consents.map(({ consent }) => (
          <li key={consent}>
            <label className="checkbox">
              <input
                type="checkbox"
                disabled={!online}
                checked={isGiven(consent)}
                onChange={(event) => save({ consent, given: event.currentTarget.checked }, { onError })}
              />
              <span className="checkbox-label">{t(consentTexts[consent])}</span>
            </label>
          </li>
        ))}
      </ul>
      {!online && (
        <Alert kind="warn" className="mt-4">
          {t('You are offline. You can change this once you are connected again.')}
        </Alert>
      )}
      <Button
        variant="secondary"
        className="mt-5"
        disabled={!online || !marketingConsents.some((consent) => isGiven(consent) || isObjecting)}
        busy={isObjecting}
        busyLabel={t('Saving...')}
        onClick={() =>
          object(null, {
            onError,
            onSuccess: () => {
              heading.current?.focus();
              toast({ title: t('No more offers'), description: t('We send you no offers any more.') });
            },
          })
        }
      >
        {t('I object to all advertising')}
      </Button>
      <h3 className="semi mt-6 border-line border-t pt-4" ref={heading} tabIndex={-1}>
        {t('What you said, and when')}
      </h3>
      <History history={view.history} />
    </>
  );
}

function History({ history }: { history: ConsentView['history'] }) {
  const t = useText();
  if (history.length === 0) return <p className="soft mt-2">{t('You have agreed to nothing yet.')}</p>;
  return (
    <ul className="mt-2">
      {history.map(({ id, consent, given, source, at }) => (
        <li key={id} className="small border-line border-t py-2 first:border-t-0">
          <p className="semi">
            {given
              ? t('Agreed: {channel}', { channel: t(consentChannels[consent]) })
              : t('Withdrawn: {channel}', { channel: t(consentChannels[consent]) })}
          </p>
          <p className="soft">
            {formatMoment(at)}, {t(consentSourceLabels[source])}
          </p>
        </li>
      ))}
    </ul>
  );
}
