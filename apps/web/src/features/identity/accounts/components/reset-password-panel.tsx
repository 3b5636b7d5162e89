import { useText } from '../../../../shared/i18n/use-text.ts';
import { Alert } from '../../../../shared/ui/alert.tsx';
import { Button } from '../../../../shared/ui/button.tsx';
import { ButtonLink } from '../../../../shared/ui/button-link.tsx';
import { useLinkToken } from '../use-link-token.ts';
import { usePasswordResetForm } from '../use-password-reset-form.ts';
import { LinkExpiredNotice } from './link-expired-notice.tsx';
import { NewPasswordFields } from './new-password-fields.tsx';

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
