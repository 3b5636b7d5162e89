import { useUser } from '../../../shared/session/use-session.ts';
import { useSiteFacts } from '../../../shared/site/site-facts.ts';
import { Alert } from '../../../shared/ui/alert.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { Field } from '../../../shared/ui/field.tsx';
import { PageLink } from '../../../shared/ui/page-link.tsx';
import { PasswordField } from '../../../shared/ui/password-field.tsx';
import { useLoginForm } from '../use-login-form.ts';
import { TestAccounts } from './test-accounts.tsx';

/** Specification sections 2, 5 and 8, Sign In. */
export function LoginPanel() {
  const { demo } = useSiteFacts();
  const user = useUser();
  const { form, submit, search, busy, done, failure } = useLoginForm();
  const { errors } = form.formState;
  return (
    <>
      <div>
        <h1 className="h1">Sign In</h1>
        <p className="soft">Enter your email and password to access your account</p>
      </div>
      {user && !busy && !done && <AlreadySignedIn email={user.email} />}
      <form method="post" noValidate onSubmit={(event) => void submit(event)}>
        <Field
          label="Email Address"
          type="email"
          autoComplete="email"
          placeholder="name@example.com"
          error={errors.email?.message}
          {...form.register('email')}
        />
        <PasswordField
          label="Password"
          autoComplete="current-password"
          error={errors.password?.message}
          {...form.register('password')}
        />
        {failure && <Alert kind="bad">{failure}</Alert>}
        <Button type="submit" size="large" block busy={busy} busyLabel="Signing In...">
          Sign In
        </Button>
      </form>
      <p>
        New here?{' '}
        <PageLink className="link" to={`/register${search}`}>
          Create one here
        </PageLink>
      </p>
      {demo && <TestAccounts onUse={(account) => form.reset(account)} />}
    </>
  );
}

function AlreadySignedIn({ email }: { email: string }) {
  return (
    <Alert kind="info">
      You are signed in as {email}.{' '}
      <PageLink className="link" to="/">
        Go to your dashboard
      </PageLink>
    </Alert>
  );
}
