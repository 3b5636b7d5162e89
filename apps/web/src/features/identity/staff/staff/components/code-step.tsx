import { useState } from 'react';
import { CodeForm } from '../../../second-factor/components/code-form.tsx';
import { useProof } from '../api/send-code.ts';
import { PasskeyStep } from './passkey-step.tsx';

type CodeStepProps = {
  /** A code of the app is good enough. */
  takesCode: boolean;
  takesPasskey: boolean;
};

/** The second half of the sign-in: a code of the app, or should it be gone a recovery code, or a passkey. */
export function CodeStep({ takesCode, takesPasskey }: CodeStepProps) {
  return takesCode ? <AppStep takesPasskey={takesPasskey} /> : <OnlyPasskeyStep />;
}

function OnlyPasskeyStep() {
  return (
    <>
      <h1 className="h2">Use your passkey</h1>
      <p className="soft mt-2 mb-5">Only a passkey opens the console for you.</p>
      <PasskeyStep isMain />
      <LostAll />
    </>
  );
}

function LostAll() {
  return (
    <p className="small muted mt-6">
      Lost everything? Ask whoever runs this portal: they can take your second factor away, and you set it up anew.
    </p>
  );
}

function AppStep({ takesPasskey }: Pick<CodeStepProps, 'takesPasskey'>) {
  const proof = useProof();
  const [kind, setKind] = useState<'app' | 'recovery'>('app');
  const isApp = kind === 'app';
  return (
    <>
      <h1 className="h2">Enter your code</h1>
      <p className="soft mt-2 mb-5">
        {isApp
          ? 'Open your authenticator app and type in the code that it shows.'
          : 'One of the codes that you saved when the app was set up. It counts once, and we write to you about it.'}
      </p>
      <CodeForm
        key={kind}
        label={isApp ? 'Code from the app' : 'Recovery code'}
        hint={isApp ? 'Six digits. They change every 30 seconds.' : 'With or without the hyphen.'}
        kind={kind}
        isFirst
        action="Continue"
        busyAction="Checking..."
        onSend={(code) => proof.mutateAsync(code)}
      >
        <button type="button" className="link small min-h-11" onClick={() => setKind(isApp ? 'recovery' : 'app')}>
          {isApp ? 'Use a recovery code' : 'Use the app'}
        </button>
      </CodeForm>
      {takesPasskey && (
        <div className="mt-6">
          <PasskeyStep isMain={false} />
        </div>
      )}
      <LostAll />
    </>
  );
}
