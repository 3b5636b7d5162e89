import type { CurrentUser } from '@portal/contract/identity/accounts';
import { useText } from '../../../../shared/i18n/use-text.ts';
import { Button } from '../../../../shared/ui/button/button.tsx';
import { Alert } from '../../../../shared/ui/feedback/alert.tsx';
import { PasswordField } from '../../../../shared/ui/form/password-field.tsx';
import { useProfileForm } from '../use-profile-form.ts';
import { NameFields } from './name-fields.tsx';

/**
 * First name, last name and email address (specification section 2, Profile); another address
 * requires the password.
 */
export function ProfileForm({ user }: { user: CurrentUser }) {
  const t = useText();
  const { form, submit, otherAddress, busy, failure } = useProfileForm(user);
  const { errors } = form.formState;
  return (
    <form className="grid gap-4" method="post" noValidate onSubmit={(event) => void submit(event)}>
      <NameFields
        field={(name) => ({ ...form.register(name), error: errors[name]?.message })}
        emailHint={otherAddress && t('We send a link to the new address. Open it to verify the address.')}
      />
      {otherAddress && (
        <PasswordField
          label={t('Current Password')}
          autoComplete="current-password"
          hint={t('Changing the email address needs your password.')}
          error={errors.currentPassword?.message}
          {...form.register('currentPassword', { shouldUnregister: true })}
        />
      )}
      {failure && <Alert kind="bad">{failure}</Alert>}
      <Button type="submit" className="justify-self-start" busy={busy} busyLabel={t('Updating...')}>
        {t('Update Profile')}
      </Button>
    </form>
  );
}
