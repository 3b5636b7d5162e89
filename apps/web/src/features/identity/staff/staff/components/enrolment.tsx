import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import { messageOf } from '../../../../../shared/api/api-error.ts';
import { useMutateOnce } from '../../../../../shared/api/use-mutate-once.ts';
import { Button } from '../../../../../shared/ui/button/button.tsx';
import { Alert } from '../../../../../shared/ui/feedback/alert.tsx';
import { useClipboard } from '../../../../../shared/ui/hooks/use-clipboard.ts';
import { useEnrolment } from '../api/enrol-second-factor.ts';
import { useConfirmation } from '../api/send-code.ts';
import { CodeForm } from './code-form.tsx';
import { QrCode } from './qr-code.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';

/**
 * The first sign-in as staff: an authenticator app is set up, and the recovery codes are handed
 * over. `onDone` opens the console.
 */
export function Enrolment({ onDone }: { onDone: () => void }) {
  const enrolment = useEnrolment();
  const begin = useMutateOnce(enrolment);
  const confirmation = useConfirmation();
  // React Query forgets the codes with the component, and nothing else holds them.
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  if (codes) {
    return (
      <>
        <h1 className="h2">Keep your recovery codes</h1>
        <p className="soft mt-2 mb-5">The app is set up. Print these codes or store them in your password manager.</p>
        <RecoveryCodes codes={codes} onStored={onDone} />
      </>
    );
  }
  return (
    <>
      <h1 className="h2">Set up your second factor</h1>
      <p className="soft mt-2 mb-6">
        Whoever may see every customer signs in with the password and a code of an authenticator app. This takes a
        minute and is done once.
      </p>
      {enrolment.data ? (
        <>
          <Secret uri={enrolment.data.uri} secret={enrolment.data.secret} />
          <CodeForm
            label="Code of the app"
            hint="Six digits. They change every 30 seconds."
            kind="app"
            isFirst
            action="Finish"
            busyAction="Checking..."
            onSend={async (code) => setCodes((await confirmation.mutateAsync(code)).recoveryCodes)}
          />
        </>
      ) : (
        <div className="grid gap-4">
          {enrolment.error && <Alert kind="bad">{messageOf(enrolment.error)}</Alert>}
          <Button
            className="justify-self-start"
            busy={enrolment.isPending}
            busyLabel="Starting..."
            onClick={() => begin()}
          >
            Begin
          </Button>
        </div>
      )}
    </>
  );
}

function Secret({ uri, secret }: { uri: string; secret: string }) {
  const { copied, copy } = useClipboard();
  return (
    <ol className="mb-6 grid gap-5">
      <li>
        <p className="semi">1. Scan this with the app on your telephone</p>
        <QrCode text={uri} label="QR code for the authenticator app" />
        <p className="small soft">
          On this telephone?{' '}
          <a className="link" href={uri}>
            Open it in the app
          </a>
          . Or type in the secret:
        </p>
        <p className="mt-1 flex flex-wrap items-center gap-2">
          <code className="semi font-sans">{secret.replace(/(.{4})(?=.)/g, '$1 ')}</code>
          <Button variant="quiet" onClick={() => void copy(secret)}>
            {copied ? <Check /> : <Copy />}
            {copied ? 'Copied' : 'Copy'}
          </Button>
        </p>
      </li>
      <li>
        <p className="semi">2. Enter the code that the app shows</p>
      </li>
    </ol>
  );
}
