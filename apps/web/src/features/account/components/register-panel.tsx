import { Gift } from 'lucide-react';
import { messageOf } from '../../../shared/api/api-error.ts';
import { Alert } from '../../../shared/ui/alert.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { PageLink } from '../../../shared/ui/page-link.tsx';
import { useRegistrationForm } from '../use-registration-form.ts';
import { RegistrationFields } from './registration-fields.tsx';

/** Specification sections 2, 5 and 8, Register. */
export function RegisterPanel() {
  const { form, submit, search, referralCode, busy, failure } = useRegistrationForm();
  return (
    <>
      <div>
        <h1 className="h1">Create Account</h1>
        <p className="soft">Five fields, then you are on your dashboard.</p>
      </div>
      {referralCode && (
        <Alert kind="ok" icon={<Gift />} className="items-center">
          Referral code {referralCode}: when it is valid, your first month costs 20% less.
        </Alert>
      )}
      <form method="post" noValidate onSubmit={(event) => void submit(event)}>
        <RegistrationFields form={form} />
        {failure && <Alert kind="bad">{messageOf(failure, 'Registration failed. Please try again.')}</Alert>}
        <Button type="submit" size="large" block busy={busy} busyLabel="Creating Account...">
          Create Account
        </Button>
      </form>
      <p>
        Already have an account?{' '}
        <PageLink className="link" to={`/login${search}`}>
          Sign in here
        </PageLink>
      </p>
    </>
  );
}
