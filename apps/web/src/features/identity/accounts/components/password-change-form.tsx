import { useText } from '../../../../shared/i18n/use-text.ts';
import { Button } from '../../../../shared/ui/button/button.tsx';
import { Alert } from '../../../../shared/ui/feedback/alert.tsx';
import { PasswordField } from '../../../../shared/ui/form/password-field.tsx';
import { PageLink } from '../../../../shared/ui/navigation/page-link.tsx';
import { usePasswordChangeForm } from '../use-password-change-form.ts';
import { NewPasswordFields } from './new-password-fields.tsx';

/** Current password and the new one twice (specification sections 2, 5 and 8). */
export function PasswordChangeForm({ email }: { email: string }) {
  const t = useText();
  const { form, submit, busy, failure } = usePasswordChangeForm();
  const { errors } = form.formState;
  return (
    <form className="grid gap-4" method="post" noValidate onSubmit={(event) => void submit(event)}>
      {/* Password managers read the account of this password from it. */}
      <input hidden type="email" name="username" autoComplete="username" value={email} readOnly />
      <PasswordField
        label={t('Current Password')}
        autoComplete="current-password"
        error={errors.currentPassword?.message}
        {...form.register('currentPassword')}
      />
      <NewPasswordFields
        labels={[t('New Password'), t('Confirm New Password')]}
        form={form}
        password={(onChange) => ({ ...form.register('newPassword', { onChange }), error: errors.newPassword?.message })}
        confirmation={() => ({ ...form.register('confirmPassword'), error: errors.confirmPassword?.message })}
      />
      {failure && <Alert kind="bad">{failure}</Alert>}
      <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
        <Button type="submit" busy={busy} busyLabel={t('Changing...')}>
          {t('Change Password')}
        </Button>
        <PageLink className="link inline-flex min-h-11 items-center" to="/forgot-password">
          {t('Forgot password?')}
        </PageLink>
      </div>
    </form>
  );
}
