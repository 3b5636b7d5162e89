import { useState } from 'react';
import { messageOf } from '../../../../../shared/api/api-error.ts';
import { useMutateOnce } from '../../../../../shared/api/use-mutate-once.ts';
import { Button } from '../../../../../shared/ui/button/button.tsx';
import { Alert } from '../../../../../shared/ui/feedback/alert.tsx';
import { AppSecret } from '../../../second-factor/components/app-secret.tsx';
import { CodeForm } from '../../../second-factor/components/code-form.tsx';
import { RecoveryCodes } from '../../../second-factor/components/recovery-codes.tsx';
import { useEnrolment } from '../api/enrol-second-factor.ts';
import { useConfirmation } from '../api/send-code.ts';

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
          <AppSecret uri={enrolment.data.uri} secret={enrolment.data.secret} />
          <CodeForm
            label="Code from the app"
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
