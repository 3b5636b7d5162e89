import { Gift } from 'lucide-react';
import { Sentence } from '../../../../shared/i18n/sentence.tsx';
import { useText } from '../../../../shared/i18n/use-text.ts';
import { Button } from '../../../../shared/ui/button/button.tsx';
import { Alert } from '../../../../shared/ui/feedback/alert.tsx';
import { PageLink } from '../../../../shared/ui/navigation/page-link.tsx';
import { returnPath } from '../../sign-in/return-path.ts';
import { useRegistrationForm } from '../use-registration-form.ts';
import { RegistrationFields } from './registration-fields.tsx';

/** Specification sections 2, 5 and 8, Register. */
export function RegisterPanel() {
  const t = useText();
  const { form, submit, search, referralCode, busy, failure } = useRegistrationForm();
  const choosingPlan = /^\/plans\?(.*&)?choose=/.test(returnPath(search));
  return (
    <>
      <div>
        <h1 className="h1">{t('Create Account')}</h1>
        <p className="soft">
          {choosingPlan
            ? t('Five fields, then you confirm your plan.')
            : t('Five fields, then you are on your dashboard.')}
        </p>
      </div>
      {referralCode && (
        <Alert kind="ok" icon={<Gift />} className="items-center">
          {t('Referral code {code}: when it is valid, your first month costs 20% less.', { code: referralCode })}
        </Alert>
      )}
      <form method="post" noValidate onSubmit={(event) => void submit(event)}>
        <RegistrationFields form={form} />
        {failure && <Alert kind="bad">{failure}</Alert>}
        <Button type="submit" size="large" block busy={busy} busyLabel={t('Creating Account...')}>
          {t('Create Account')}
        </Button>
      </form>
      <p>
        <Sentence
          text="Already have an account? {signIn}"
          parts={{
            signIn: (
              <PageLink className="link" to={`/login${search}`}>
                {t('Sign in here')}
              </PageLink>
            ),
          }}
        />
      </p>
    </>
  );
}
