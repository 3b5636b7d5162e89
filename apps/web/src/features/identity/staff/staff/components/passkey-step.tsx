import { KeyRound } from 'lucide-react';
import { useMutateOnce } from '../../../../../shared/api/use-mutate-once.ts';
import { passkeyFailure } from '../../../../../shared/passkeys/browser-passkeys.ts';
import { Button } from '../../../../../shared/ui/button/button.tsx';
import { Alert } from '../../../../../shared/ui/feedback/alert.tsx';
import { usePasskeyProof } from '../api/send-code.ts';

/** The second half of the sign-in with a passkey; the main action of the page unless a code is asked there too. */
export function PasskeyStep({ isMain }: { isMain: boolean }) {
  const proof = usePasskeyProof();
  const prove = useMutateOnce(proof);
  return (
    <div className="grid gap-4">
      {proof.error && <Alert kind="bad">{passkeyFailure(proof.error)}</Alert>}
      <Button
        variant={isMain ? 'primary' : 'secondary'}
        className="justify-self-start"
        busy={proof.isPending}
        busyLabel="Waiting for your passkey..."
        onClick={() => prove()}
      >
        <KeyRound />
        Use a passkey
      </Button>
    </div>
  );
}
