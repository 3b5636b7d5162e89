import type { CurrentUser } from '@portal/contract/identity/accounts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useMutateOnce } from '../../../../shared/api/use-mutate-once.ts';
import { useHydrated } from '../../../../shared/hydration/use-hydrated.ts';
import { useText } from '../../../../shared/i18n/use-text.ts';
import { passkeyFailure, useKnowsPasskeys } from '../../../../shared/passkeys/browser-passkeys.ts';
import { sessionQuery } from '../../../../shared/session/use-session.ts';
import { Button } from '../../../../shared/ui/button/button.tsx';
import { Alert } from '../../../../shared/ui/feedback/alert.tsx';

/** Signs in without a password, in browsers that know passkeys. */
export function PasskeySignIn({ onSignedIn }: { onSignedIn: (user: CurrentUser) => void }) {
  const t = useText();
  const client = useQueryClient();
  const logIn = useMutation({
    // Few have a passkey: its code comes when it is asked for.
    mutationFn: async () => (await import('../../../../shared/passkeys/ask-authenticator.ts')).logInWithPasskey(),
    onSuccess: ({ user }) => {
      client.setQueryData(sessionQuery.queryKey, user);
      void client.invalidateQueries({ queryKey: sessionQuery.queryKey });
    },
  });
  const logInOnce = useMutateOnce(logIn);
  const hydrated = useHydrated();
  if (!useKnowsPasskeys()) return null;
  return (
    <>
      {logIn.error && <Alert kind="bad">{t(passkeyFailure(logIn.error))}</Alert>}
      <Button
        variant="secondary"
        size="large"
        block
        // Before hydration a press would be lost.
        disabled={!hydrated}
        busy={logIn.isPending}
        busyLabel={t('Waiting for your passkey...')}
        onClick={() => logInOnce(undefined, { onSuccess: ({ user }) => onSignedIn(user) })}
      >
        {t('Sign in with a passkey')}
      </Button>
    </>
  );
}
