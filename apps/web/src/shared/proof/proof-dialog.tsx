import { beginDirectorySignIn } from '@portal/contract/identity/directory-sign-in';
import { requestPasskeyProof } from '@portal/contract/identity/passkeys';
import { getProof, giveProof, proofForm } from '@portal/contract/identity/proof';
import { type ReactNode, useCallback, useEffect, useId, useState } from 'react';
import { ApiError, messageOf } from '../api/api-error.ts';
import { type Answer, callEndpoint } from '../api/call-endpoint.ts';
import { useCallForm } from '../api/use-call-form.ts';
import { useOneAtATime } from '../api/use-one-at-a-time.ts';
import { phrase } from '../i18n/translate.ts';
import { useText } from '../i18n/use-text.ts';
import { passkeyFailure } from '../passkeys/browser-passkeys.ts';
import { Skeleton } from '../ui/async/skeleton.tsx';
import { Button, buttonClass } from '../ui/button/button.tsx';
import { Dialog } from '../ui/dialog/dialog.tsx';
import { Alert } from '../ui/feedback/alert.tsx';
import { Field } from '../ui/form/field.tsx';
import { PasswordField } from '../ui/form/password-field.tsx';

type Way = Answer<typeof getProof>['by'];
type ProofProps = { onClose: (proven: boolean) => void };

const WHAT_TO_DO: Readonly<Record<Way, string>> = {
  password: phrase('You signed in some time ago. Enter your password to continue.'),
  code: phrase(
    'You signed in some time ago. Enter a code from your authenticator app, or a recovery code, to continue.',
  ),
  passkey: phrase('You signed in some time ago. Use your passkey to continue.'),
  directory: phrase(
    'You signed in some time ago. Sign in at the directory of your company again, in a new window, and come back.',
  ),
};

/** Asks for the fresh proof that a call needs, in the way that this person has. */
export function ProofDialog({ onClose }: ProofProps) {
  const t = useText();
  const [way, setWay] = useState<Way>();
  const [failure, setFailure] = useState<unknown>();
  const load = useCallback(() => {
    setFailure(undefined);
    callEndpoint(getProof).then(
      // Given in another window meanwhile.
      ({ fresh, by }) => (fresh ? onClose(true) : setWay(by)),
      (refusal: unknown) => {
        if (refusal instanceof ApiError && refusal.status === 401) onClose(false);
        else setFailure(refusal);
      },
    );
  }, [onClose]);
  useEffect(load, [load]);
  if (way === 'directory') return <DirectoryProof onClose={onClose} />;
  if (way === 'passkey') return <PasskeyProof onClose={onClose} />;
  if (way !== undefined) return <EnteredProof by={way} onClose={onClose} />;
  return (
    <ProofFrame onClose={onClose} action={failure !== undefined && <Button onClick={load}>{t('Try again')}</Button>}>
      <div className="mt-4">
        {failure === undefined ? (
          <Skeleton className="h-24 w-full" />
        ) : (
          <Alert kind="bad">{t(messageOf(failure))}</Alert>
        )}
      </div>
    </ProofFrame>
  );
}

type ProofFrameProps = {
  onClose: ProofProps['onClose'];
  /** What goes on; absent where nothing can yet. */
  action?: ReactNode;
  children: ReactNode;
};

/** The dialog of every way: its question, its main button beside the one that leaves it. */
function ProofFrame({ onClose, action, children }: ProofFrameProps) {
  const t = useText();
  return (
    <Dialog
      open
      title={t('Is it you?')}
      onClose={() => onClose(false)}
      actions={
        <>
          {action}
          <Button variant="secondary" onClick={() => onClose(false)}>
            {t('Cancel')}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  );
}

function EnteredProof({ by, onClose }: ProofProps & { by: 'password' | 'code' }) {
  const t = useText();
  const id = useId();
  const { form, failure, busy, submit, field } = useCallForm({
    schema: proofForm,
    start: { password: '', code: '' },
    bodyOf: (values) => ({ [by]: values[by] }),
    call: (body) => callEndpoint(giveProof, { body }),
    onDone: () => onClose(true),
  });
  const { setFocus } = form;
  useEffect(() => setFocus(by), [setFocus, by]);
  return (
    <ProofFrame
      onClose={onClose}
      action={
        <Button type="submit" form={id} busy={busy} busyLabel={t('Checking...')}>
          {t('Continue')}
        </Button>
      }
    >
      <form id={id} noValidate className="mt-3 grid gap-4" onSubmit={submit}>
        <p className="soft">{t(WHAT_TO_DO[by])}</p>
        {by === 'password' ? (
          <PasswordField label={t('Password')} autoComplete="current-password" {...field('password')} />
        ) : (
          <Field label={t('Code')} autoComplete="one-time-code" {...field('code')} />
        )}
        {failure && <Alert kind="bad">{t(failure)}</Alert>}
      </form>
    </ProofFrame>
  );
}

function PasskeyProof({ onClose }: ProofProps) {
  const t = useText();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  async function prove() {
    setBusy(true);
    setFailure(undefined);
    try {
      const { proveCredential } = await import('../passkeys/ask-authenticator.ts');
      const { options } = await callEndpoint(requestPasskeyProof);
      await callEndpoint(giveProof, { body: { credential: await proveCredential(options) } });
      onClose(true);
    } catch (refusal) {
      setFailure(passkeyFailure(refusal as Error));
      setBusy(false);
    }
  }
  return (
    <ProofFrame
      onClose={onClose}
      action={
        <Button busy={busy} busyLabel={t('Checking...')} onClick={() => void prove()}>
          {t('Use your passkey')}
        </Button>
      }
    >
      <div className="mt-3 grid gap-4">
        <p className="soft">{t(WHAT_TO_DO.passkey)}</p>
        {failure && <Alert kind="bad">{t(failure)}</Alert>}
      </div>
    </ProofFrame>
  );
}

const NOT_YET = phrase('We see no new sign-in yet. Finish it in the other window first.');

function DirectoryProof({ onClose }: ProofProps) {
  const t = useText();
  const oneAtATime = useOneAtATime();
  const [failure, setFailure] = useState<string>();
  const check = () =>
    oneAtATime(async () => {
      try {
        const { fresh } = await callEndpoint(getProof);
        if (fresh) onClose(true);
        else setFailure(NOT_YET);
      } catch (refusal) {
        setFailure(messageOf(refusal));
      }
    });
  return (
    <ProofFrame onClose={onClose} action={<Button onClick={() => void check()}>{t('Continue')}</Button>}>
      <div className="mt-3 grid justify-items-start gap-4">
        <p className="soft">{t(WHAT_TO_DO.directory)}</p>
        <a
          className={buttonClass({ variant: 'secondary' })}
          href={`${beginDirectorySignIn.path}?again=yes`}
          target="_blank"
          rel="noreferrer"
        >
          {t('Sign in again')}
        </a>
        {failure && <Alert kind="bad">{t(failure)}</Alert>}
      </div>
    </ProofFrame>
  );
}
