import { useRef, useState } from 'react';
import { messageOf } from '../../../../shared/api/api-error.ts';
import { useMutateOnce } from '../../../../shared/api/use-mutate-once.ts';
import { useText } from '../../../../shared/i18n/use-text.ts';
import { AsyncBoundary } from '../../../../shared/ui/async/async-boundary.tsx';
import { Skeleton } from '../../../../shared/ui/async/skeleton.tsx';
import { Button } from '../../../../shared/ui/button/button.tsx';
import { Alert } from '../../../../shared/ui/feedback/alert.tsx';
import { toast } from '../../../../shared/ui/feedback/toast.ts';
import {
  useOwnConfirmation,
  useOwnEnrolment,
  useOwnRenewal,
  useOwnSecondFactor,
  useSwitchOff,
} from '../api/own-second-factor.ts';
import { AppSecret } from './app-secret.tsx';
import { CodeForm, type CodeFormProps } from './code-form.tsx';
import { CodesLeft } from './codes-left.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';

/** A customer's authenticator app: to switch on and off, with its recovery codes. */
export function AuthenticatorAppPanel() {
  const t = useText();
  const heading = useRef<HTMLHeadingElement>(null);
  const secondFactor = useOwnSecondFactor();
  // React Query forgets the codes with the component, and nothing else holds them.
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  function show(next: readonly string[] | null) {
    setCodes(next);
    // The form or button that had the focus leaves.
    heading.current?.focus();
  }
  return (
    <section aria-labelledby="app-heading" className="border-ink border-t pt-5">
      <h2 className="h3" id="app-heading" ref={heading} tabIndex={-1}>
        {t('Authenticator app')}
      </h2>
      <p className="soft mt-1">
        {t('Even somebody who knows your password needs a code from the app on your phone to sign in.')}
      </p>
      <div className="mt-5">
        <AsyncBoundary
          query={secondFactor}
          failure={t('We could not load your authenticator app')}
          skeleton={<Skeleton className="h-24 w-full" />}
        >
          {({ app, recoveryCodesLeft }) => {
            if (codes) return <RecoveryCodes codes={codes} onStored={() => show(null)} />;
            return app ? <AppOn left={recoveryCodesLeft ?? 0} onDone={show} /> : <SetUp onDone={show} />;
          }}
        </AsyncBoundary>
      </div>
    </section>
  );
}

/** Called when a form is sent or left, with the recovery codes that are to be shown. */
type WithCodes = { onDone: (codes: readonly string[] | null) => void };

function SetUp({ onDone }: WithCodes) {
  const t = useText();
  const enrolment = useOwnEnrolment();
  const begin = useMutateOnce(enrolment);
  const confirmation = useOwnConfirmation();
  function cancel() {
    enrolment.reset();
    onDone(null);
  }
  if (enrolment.data) {
    return (
      <>
        <AppSecret uri={enrolment.data.uri} secret={enrolment.data.secret} />
        <CodeForm
          label={t('Code from the app')}
          hint={t('Six digits. They change every 30 seconds.')}
          kind="app"
          isFirst
          action={t('Switch on')}
          busyAction={t('Checking...')}
          onSend={async (code) => {
            const { recoveryCodes } = await confirmation.mutateAsync(code);
            toast({ title: t('App switched on'), description: t('Every other device has been signed out.') });
            onDone(recoveryCodes);
          }}
        >
          <Cancel onClick={cancel} />
        </CodeForm>
      </>
    );
  }
  return (
    <div className="grid gap-4">
      {enrolment.error && <Alert kind="bad">{t(messageOf(enrolment.error))}</Alert>}
      <Button
        variant="secondary"
        className="justify-self-start"
        busy={enrolment.isPending}
        busyLabel={t('Starting...')}
        onClick={() => begin()}
      >
        {t('Set up an app')}
      </Button>
    </div>
  );
}

function Cancel({ onClick }: { onClick: () => void }) {
  const t = useText();
  return (
    <Button variant="quiet" onClick={onClick}>
      {t('Cancel')}
    </Button>
  );
}

function AppOn({ left, onDone }: WithCodes & { left: number }) {
  const t = useText();
  const [asked, setAsked] = useState<'renew' | 'off' | null>(null);
  const renewal = useOwnRenewal();
  const switchOff = useSwitchOff();
  const forms: Readonly<Record<'renew' | 'off', CodeFormProps>> = {
    renew: {
      label: t('Code from the app'),
      hint: t('The old recovery codes stop working at once.'),
      kind: 'app',
      action: t('Make new codes'),
      busyAction: t('Making...'),
      onSend: async (code) => onDone((await renewal.mutateAsync(code)).recoveryCodes),
    },
    off: {
      label: t('Code from the app, or a recovery code'),
      hint: t('From then on your password alone signs you in.'),
      kind: 'recovery',
      action: t('Switch off'),
      busyAction: t('Checking...'),
      onSend: async (code) => {
        await switchOff.mutateAsync(code);
        toast({ title: t('App switched off'), description: t('Every other device has been signed out.') });
        onDone(null);
      },
    },
  };
  function cancel() {
    setAsked(null);
    onDone(null);
  }
  return (
    <div className="grid gap-5">
      <div className="grid gap-2">
        <h3 className="semi">{t('Recovery codes')}</h3>
        <CodesLeft left={left} />
      </div>
      {asked ? (
        <CodeForm {...forms[asked]} isFirst>
          <Cancel onClick={cancel} />
        </CodeForm>
      ) : (
        <div className="flex flex-wrap gap-3">
          <Button variant="secondary" onClick={() => setAsked('renew')}>
            {t('Make new recovery codes')}
          </Button>
          <Button variant="secondary" onClick={() => setAsked('off')}>
            {t('Switch the app off')}
          </Button>
        </div>
      )}
    </div>
  );
}
