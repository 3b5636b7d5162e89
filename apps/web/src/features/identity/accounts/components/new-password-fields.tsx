import type { UseFormRegisterReturn } from 'react-hook-form';
import { useText } from '../../../../shared/i18n/use-text.ts';
import { PasswordField } from '../../../../shared/ui/form/password-field.tsx';

type TiedField = UseFormRegisterReturn & { error: string | undefined };

export type NewPasswordFieldsProps = {
  labels: readonly [password: string, confirmation: string];
  form: {
    getFieldState: (field: 'confirmPassword') => { isTouched: boolean };
    trigger: (field: 'confirmPassword') => Promise<boolean>;
  };
  /** Registers the password with its form; `onChange` is called with each letter. */
  password: (onChange: () => void) => TiedField;
  /**
   * Called after the password: a form focuses the first error in the order in which its fields were
   * registered.
   */
  confirmation: () => TiedField;
};

/** A password that is chosen, typed twice. */
export function NewPasswordFields({ labels, form, password, confirmation }: NewPasswordFieldsProps) {
  const t = useText();
  // With each letter, not on blur: an error that disappears under the click on the button would
  // move the button away. And not before the second password has been visited: until then it cannot
  // differ.
  const compare = () => void (form.getFieldState('confirmPassword').isTouched && form.trigger('confirmPassword'));
  return (
    <>
      <PasswordField
        label={labels[0]}
        autoComplete="new-password"
        hint={t('At least 8 characters')}
        {...password(compare)}
      />
      <PasswordField label={labels[1]} autoComplete="new-password" {...confirmation()} />
    </>
  );
}
