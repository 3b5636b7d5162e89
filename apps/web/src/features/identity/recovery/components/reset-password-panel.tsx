import { useText } from '../../../../shared/i18n/use-text.ts';
import { Button } from '../../../../shared/ui/button/button.tsx';
import { ButtonLink } from '../../../../shared/ui/button/button-link.tsx';
import { Alert } from '../../../../shared/ui/feedback/alert.tsx';
import { LinkExpiredNotice } from '../../accounts/components/link-expired-notice.tsx';
import { NewPasswordFields } from '../../accounts/components/new-password-fields.tsx';
import { useLinkToken } from '../../accounts/use-link-token.ts';
import { usePasswordResetForm } from '../use-password-reset-form.ts';

/** Where the link of a password-reset mail leads: a new password, typed twice. */
export function ResetPasswordPanel() {
  const t = useText();
  const token = useLinkToken();
  const { form, submit, expired, busy, failure } = usePasswordResetForm(token ?? '');
  const { errors } = form.formState;
  if (token === '' || expired) {
    return (
      <LinkExpiredNotice>
        <ButtonLink size="large" block to="/forgot-password">
          {t('Ask for a new link')}
        </ButtonLink>
      </LinkExpiredNotice>
    );
  }
  return (
    <>
      <div>
        <h1 className="h1">{t('Set a new password')}</h1>
        <p className="soft">{t('Every device that is signed in to your account will be signed out.')}</p>
      </div>
      <form method="post" noValidate onSubmit={(event) => void submit(event)}>
        <NewPasswordFields
          labels={[t('New Password'), t('Confirm New Password')]}
          form={form}
          password={(onChange) => ({
            ...form.register('newPassword', { onChange }),
            error: errors.newPassword?.message,
          })}
          confirmation={() => ({ ...form.register('confirmPassword'), error: errors.confirmPassword?.message })}
        />
        {failure && <Alert kind="bad">{failure}</Alert>}
        <Button type="submit" size="large" block busy={busy} busyLabel={t('Changing...')}>
          {t('Change Password')}
        </Button>
      </form>
    </>
  );
}
