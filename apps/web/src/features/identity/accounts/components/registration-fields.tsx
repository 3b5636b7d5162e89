import { useText } from '../../../../shared/i18n/use-text.ts';
import type { RegistrationForm } from '../use-registration-form.ts';
import { NameFields } from './name-fields.tsx';
import { NewPasswordFields } from './new-password-fields.tsx';

/** The five fields, and a honeypot that programs fill in, but not password managers. */
export function RegistrationFields({ form }: { form: RegistrationForm }) {
  const t = useText();
  const { errors } = form.formState;
  return (
    <>
      <NameFields field={(name) => ({ ...form.register(name), error: errors[name]?.message })} />
      <NewPasswordFields
        labels={[t('Password'), t('Confirm Password')]}
        form={form}
        password={(onChange) => ({ ...form.register('password', { onChange }), error: errors.password?.message })}
        confirmation={() => ({ ...form.register('confirmPassword'), error: errors.confirmPassword?.message })}
      />
      <div hidden>
        <input
          type="text"
          tabIndex={-1}
          autoComplete="off"
          data-1p-ignore
          data-bwignore
          data-lpignore="true"
          data-form-type="other"
          aria-label={t('Leave this empty')}
          {...form.register('website')}
        />
      </div>
    </>
  );
}
