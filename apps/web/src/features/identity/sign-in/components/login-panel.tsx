import { signInName } from '@portal/kernel/messaging/mail';
import { Suspense } from 'react';
import { Sentence } from '../../../../shared/i18n/sentence.tsx';
import { useText } from '../../../../shared/i18n/use-text.ts';
import { useUser } from '../../../../shared/session/use-session.ts';
import { useSiteFacts } from '../../../../shared/site/site-facts.ts';
import { lazyComponent } from '../../../../shared/ui/async/lazy-component.tsx';
import { LoadingScreen } from '../../../../shared/ui/async/loading-screen.tsx';
import { Button } from '../../../../shared/ui/button/button.tsx';
import { Alert } from '../../../../shared/ui/feedback/alert.tsx';
import { Field } from '../../../../shared/ui/form/field.tsx';
import { PasswordField } from '../../../../shared/ui/form/password-field.tsx';
import { PageLink } from '../../../../shared/ui/navigation/page-link.tsx';
import { PasskeySignIn } from '../../passkeys/components/passkey-sign-in.tsx';
import { useLoginForm, useWelcome } from '../use-login-form.ts';
import { DirectorySignIn } from './directory-sign-in.tsx';
import { TestAccounts } from './test-accounts.tsx';

/** Few have an authenticator app: loaded for them alone. */
const LoginCodeStep = lazyComponent(
  async () => (await import('../../second-factor/components/login-code-step.tsx')).LoginCodeStep,
);

/** Specification sections 2, 5 and 8, Sign In. */
export function LoginPanel() {
  const t = useText();
  const { demo } = useSiteFacts();
  const user = useUser();
  const welcome = useWelcome();
  const { form, submit, search, busy, done, asksCode, failure } = useLoginForm(welcome);
  const { errors } = form.formState;
  if (asksCode) {
    return (
      <Suspense fallback={<LoadingScreen />}>
        <LoginCodeStep onSignedIn={welcome} />
      </Suspense>
    );
  }
  return (
    <>
      <div>
        <h1 className="h1">{t('Sign In')}</h1>
        <p className="soft">{t('Enter your email and password to access your account')}</p>
      </div>
      {user && !busy && !done && <AlreadySignedIn email={signInName(user)} />}
      <form method="post" noValidate onSubmit={(event) => void submit(event)}>
        <Field
          label={t('Email Address')}
          type="email"
          autoComplete="email"
          placeholder={t('name@example.com')}
          error={errors.email?.message}
          {...form.register('email')}
        />
        <PasswordField
          label={t('Password')}
          autoComplete="current-password"
          error={errors.password?.message}
          {...form.register('password')}
        />
        {failure && <Alert kind="bad">{failure}</Alert>}
        <Button type="submit" size="large" block busy={busy} busyLabel={t('Signing In...')}>
          {t('Sign In')}
        </Button>
      </form>
      <PasskeySignIn onSignedIn={welcome} />
      <DirectorySignIn search={search} />
      <WaysOnward search={search} />
      {demo && <TestAccounts onUse={(account) => form.reset(account)} />}
    </>
  );
}

function WaysOnward({ search }: { search: string }) {
  const t = useText();
  return (
    // Longer translations have a line each: side by side they would fit or not depending on the
    // font that has loaded.
    <div className="ways-onward flex flex-wrap items-baseline justify-between gap-x-6 gap-y-3 [&:not(:lang(en))]:flex-col">
      <p>
        <Sentence
          text="New here? {register}"
          parts={{
            register: (
              <PageLink className="link" to={`/register${search}`}>
                {t('Create one here')}
              </PageLink>
            ),
          }}
        />
      </p>
      <PageLink className="link" to="/forgot-password">
        {t('Forgot password?')}
      </PageLink>
      <PageLink className="link" to="/pay">
        {t('Pay without signing in')}
      </PageLink>
    </div>
  );
}

function AlreadySignedIn({ email }: { email: string }) {
  const t = useText();
  return (
    <Alert kind="info">
      {t('You are signed in as {email}.', { email })}{' '}
      <PageLink className="link" to="/">
        {t('Go to your dashboard')}
      </PageLink>
    </Alert>
  );
}
