import type { CurrentUser } from '@portal/contract/identity/accounts';
import { KeyRound } from 'lucide-react';
import { useMutateOnce } from '../../../../shared/api/use-mutate-once.ts';
import { useText } from '../../../../shared/i18n/use-text.ts';
import { Button } from '../../../../shared/ui/button/button.tsx';
import { Alert } from '../../../../shared/ui/feedback/alert.tsx';
import { useLogInWithPasskey } from '../api/log-in-with-passkey.ts';
import { passkeyFailure, useKnowsPasskeys } from '../browser-passkeys.ts';

/** Signs in without a password, in browsers that know passkeys. */
export function PasskeySignIn({ onSignedIn }: { onSignedIn: (user: CurrentUser) => void }) {
  const t = useText();
  const logIn = useLogInWithPasskey();
  const logInOnce = useMutateOnce(logIn);
  if (!useKnowsPasskeys()) return null;
  return (
    <>
      {logIn.error && <Alert kind="bad">{t(passkeyFailure(logIn.error))}</Alert>}
      <Button
        variant="secondary"
        size="large"
        block
        busy={logIn.isPending}
        busyLabel={t('Waiting for your passkey...')}
        onClick={() => logInOnce(undefined, { onSuccess: ({ user }) => onSignedIn(user) })}
      >
        <KeyRound />
        {t('Sign in with a passkey')}
      </Button>
    </>
  );
}
