import type { UseFormRegisterReturn } from 'react-hook-form';
import { useText } from '../../../shared/i18n/use-text.ts';
import { PasswordField } from '../../../shared/ui/password-field.tsx';

type TiedField = UseFormRegisterReturn & { error: string | undefined };

export type NewPasswordFieldsProps = {
  labels: readonly [password: string, confirmation: string];
  /** Ties the password to its form; the fields in `deps` are checked again with it. */
  password: (deps: 'confirmPassword'[]) => TiedField;
  /** Asked after the password: a form sends the focus to the first fault in the order in which its fields were tied. */
  confirmation: () => TiedField;
  /** Whether somebody has been in the second field. */
  confirmed: boolean | undefined;
};

/** A password that is chosen, typed twice. */
export function NewPasswordFields({ labels, password, confirmation, confirmed }: NewPasswordFieldsProps) {
  const t = useText();
  // Before the second password has been visited it cannot differ: an error there would go away under the click on the button, and the click with it.
  const checkedTogether = confirmed ? ['confirmPassword' as const] : [];
  return (
    <>
      <PasswordField
        label={labels[0]}
        autoComplete="new-password"
        hint={t('At least 8 characters')}
        {...password(checkedTogether)}
      />
      <PasswordField label={labels[1]} autoComplete="new-password" {...confirmation()} />
    </>
  );
}
