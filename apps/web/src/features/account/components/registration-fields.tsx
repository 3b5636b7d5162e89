import { useText } from '../../../shared/i18n/use-text.ts';
import { Field } from '../../../shared/ui/field.tsx';
import { PasswordField } from '../../../shared/ui/password-field.tsx';
import type { RegistrationForm } from '../use-registration-form.ts';

/** The five fields, and one that only programs fill in. */
export function RegistrationFields({ form }: { form: RegistrationForm }) {
  const t = useText();
  const { errors, touchedFields } = form.formState;
  // Before the second password has been visited it cannot differ: an error there would go away under the click on the button, and the click with it.
  const checkedTogether = touchedFields.confirmPassword ? ['confirmPassword' as const] : [];
  return (
    <>
      <div className="name-pair">
        <Field
          label={t('First Name')}
          autoComplete="given-name"
          maxLength={100}
          error={errors.firstName?.message}
          {...form.register('firstName')}
        />
        <Field
          label={t('Last Name')}
          autoComplete="family-name"
          maxLength={100}
          error={errors.lastName?.message}
          {...form.register('lastName')}
        />
      </div>
      <Field
        label={t('Email Address')}
        type="email"
        autoComplete="email"
        error={errors.email?.message}
        {...form.register('email')}
      />
      <PasswordField
        label={t('Password')}
        autoComplete="new-password"
        hint={t('At least 8 characters')}
        error={errors.password?.message}
        {...form.register('password', { deps: checkedTogether })}
      />
      <PasswordField
        label={t('Confirm Password')}
        autoComplete="new-password"
        error={errors.confirmPassword?.message}
        {...form.register('confirmPassword')}
      />
      <div hidden>
        <input
          type="text"
          tabIndex={-1}
          autoComplete="off"
          aria-label={t('Leave this empty')}
          {...form.register('website')}
        />
      </div>
    </>
  );
}
