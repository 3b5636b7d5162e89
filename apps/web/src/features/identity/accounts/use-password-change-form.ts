import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { messageOf } from '../../../shared/api/api-error.ts';
import { formResolver } from '../../../shared/api/form-resolver.ts';
import { showServerErrors } from '../../../shared/api/show-server-errors.ts';
import { useMutateOnce } from '../../../shared/api/use-mutate-once.ts';
import { phrase } from '../../../shared/i18n/translate.ts';
import { useText } from '../../../shared/i18n/use-text.ts';
import { toast } from '../../../shared/ui/feedback/toast.ts';
import { useChangePassword } from './api/change-password.ts';
import { confirmedPasswordChange } from './confirmed-password.ts';

const EMPTY = { currentPassword: '', newPassword: '', confirmPassword: '' };

/**
 * The form of the Security tab: emptied once the password has been changed (specification section
 * 8).
 */
export function usePasswordChangeForm() {
  const t = useText();
  const changePassword = useChangePassword();
  const send = useMutateOnce(changePassword);
  const [shownAtField, setShownAtField] = useState(false);
  const form = useForm({
    resolver: formResolver(confirmedPasswordChange),
    mode: 'onTouched',
    defaultValues: EMPTY,
  });
  const submit = form.handleSubmit(({ confirmPassword, ...passwords }) =>
    send(passwords, {
      onSuccess: () => {
        form.reset(EMPTY);
        toast({ title: t('Password changed'), description: t('Every other device has been signed out.') });
      },
      onError: (failure) => setShownAtField(showServerErrors(form, failure, ['currentPassword', 'newPassword'])),
    }),
  );
  const failure = changePassword.error && !shownAtField ? changePassword.error : null;
  return {
    form,
    submit,
    busy: changePassword.isPending,
    failure: failure && t(messageOf(failure, phrase('Failed to change password. Please try again.'))),
  };
}
