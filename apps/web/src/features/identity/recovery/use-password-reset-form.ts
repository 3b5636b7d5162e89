import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { messageOf } from '../../../shared/api/api-error.ts';
import { formResolver } from '../../../shared/api/form-resolver.ts';
import { showServerErrors } from '../../../shared/api/show-server-errors.ts';
import { useMutateOnce } from '../../../shared/api/use-mutate-once.ts';
import { phrase } from '../../../shared/i18n/translate.ts';
import { useText } from '../../../shared/i18n/use-text.ts';
import { saveToastForReload } from '../../../shared/ui/feedback/toast-after-reload.ts';
import { confirmedNewPassword } from '../accounts/confirmed-password.ts';
import { isLinkExpired } from '../accounts/link-expired.ts';
import { useConfirmPasswordReset } from './api/confirm-password-reset.ts';

/** The form of the reset page: the new password twice, then on to sign in. */
export function usePasswordResetForm(token: string) {
  const t = useText();
  const reset = useConfirmPasswordReset();
  const send = useMutateOnce(reset);
  const [shownAtField, setShownAtField] = useState(false);
  const form = useForm({
    resolver: formResolver(confirmedNewPassword),
    mode: 'onTouched',
    defaultValues: { newPassword: '', confirmPassword: '' },
  });
  const submit = form.handleSubmit(({ newPassword }) =>
    send(
      { token, newPassword },
      {
        onSuccess: () => {
          saveToastForReload({ title: t('Password changed'), description: t('Sign in with your new password.') });
          // The account's sessions have ended, and this browser may have had one: it is reset.
          location.assign('/login');
        },
        onError: (failure) => setShownAtField(showServerErrors(form, failure, ['newPassword'])),
      },
    ),
  );
  const expired = isLinkExpired(reset.error);
  const failure = reset.error && !shownAtField && !expired ? reset.error : null;
  return {
    form,
    submit,
    expired,
    // The page is being left after success.
    busy: reset.isPending || reset.isSuccess,
    failure: failure && t(messageOf(failure, phrase('Failed to change password. Please try again.'))),
  };
}
