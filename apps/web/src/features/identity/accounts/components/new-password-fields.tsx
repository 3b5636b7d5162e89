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
  /** Ties the password to its form; `onChange` is to be told of each letter. */
  password: (onChange: () => void) => TiedField;
  /**
   * Asked after the password: a form sends the focus to the first fault in the order in which its
   * fields were tied.
   */
  confirmation: () => TiedField;
};

/** A password that is chosen, typed twice. */
export function NewPasswordFields({ labels, form, password, confirmation }: NewPasswordFieldsProps) {
  const t = useText();
  // With each letter, not when the field is left: an error that goes away under the click on the
  // button takes the button from under it. And not before the second password has been visited:
  // until then it cannot differ.
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
