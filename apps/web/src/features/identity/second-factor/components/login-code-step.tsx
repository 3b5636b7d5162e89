import type { CurrentUser } from '@portal/contract/identity/accounts';
import { useState } from 'react';
import { useText } from '../../../../shared/i18n/use-text.ts';
import { useCompleteLogin } from '../api/own-second-factor.ts';
import { CodeForm } from './code-form.tsx';

/** The second step of a customer's sign-in: a code of the app or, should it be gone, a recovery code. */
export function LoginCodeStep({ onSignedIn }: { onSignedIn: (user: CurrentUser) => void }) {
  const t = useText();
  const completion = useCompleteLogin();
  const [kind, setKind] = useState<'app' | 'recovery'>('app');
  const isApp = kind === 'app';
  return (
    <>
      <div>
        <h1 className="h1">{t('Enter your code')}</h1>
        <p className="soft">
          {isApp
            ? t('Open your authenticator app and type in the code that it shows.')
            : t(
                'One of the codes that you saved when the app was set up. It counts once, and we write to you about it.',
              )}
        </p>
      </div>
      <CodeForm
        key={kind}
        label={isApp ? t('Code from the app') : t('Recovery code')}
        hint={isApp ? t('Six digits. They change every 30 seconds.') : t('With or without the hyphen.')}
        kind={kind}
        isFirst
        block
        action={t('Continue')}
        busyAction={t('Checking...')}
        onSend={async (code) => onSignedIn((await completion.mutateAsync(code)).user)}
      >
        <button type="button" className="link min-h-11" onClick={() => setKind(isApp ? 'recovery' : 'app')}>
          {isApp ? t('Use a recovery code') : t('Use the app')}
        </button>
      </CodeForm>
    </>
  );
}
