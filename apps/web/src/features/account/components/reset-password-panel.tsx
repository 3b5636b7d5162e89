import { useText } from '../../../shared/i18n/use-text.ts';
import { Alert } from '../../../shared/ui/alert.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { ButtonLink } from '../../../shared/ui/button-link.tsx';
import { PasswordField } from '../../../shared/ui/password-field.tsx';
import { useLinkToken } from '../use-link-token.ts';
import { usePasswordResetForm } from '../use-password-reset-form.ts';
import { LinkExpiredNotice } from './link-expired-notice.tsx';

/** Where the link of a password-reset mail leads: a new password, typed twice. */
export function ResetPasswordPanel() {
  const t = useText();
  const token = useLinkToken();
  const { form, submit, expired, busy, failure } = usePasswordResetForm(token ?? '');
  const { errors, touchedFields } = form.formState;
  // Before the second password has been visited it cannot differ: an error there would go away under the click on the button, and the click with it.
  const checkedTogether = touchedFields.confirmPassword ? ['confirmPassword' as const] : [];
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
        <PasswordField
          label={t('New Password')}
          autoComplete="new-password"
          hint={t('At least 8 characters')}
          error={errors.newPassword?.message}
          {...form.register('newPassword', { deps: checkedTogether })}
        />
        <PasswordField
          label={t('Confirm New Password')}
          autoComplete="new-password"
          error={errors.confirmPassword?.message}
          {...form.register('confirmPassword')}
        />
        {failure && <Alert kind="bad">{failure}</Alert>}
        <Button type="submit" size="large" block busy={busy} busyLabel={t('Changing...')}>
          {t('Change Password')}
        </Button>
      </form>
    </>
  );
}
