import { brand } from '@portal/brand';
import { useForm } from 'react-hook-form';
import { useNavigate } from 'react-router';
import { messageOf } from '../../../shared/api/api-error.ts';
import { formResolver } from '../../../shared/api/form-resolver.ts';
import { showServerErrors } from '../../../shared/api/show-server-errors.ts';
import { useMutateOnce } from '../../../shared/api/use-mutate-once.ts';
import { useSearch } from '../../../shared/hydration/use-search.ts';
import { phrase } from '../../../shared/i18n/translate.ts';
import { useText } from '../../../shared/i18n/use-text.ts';
import { toast } from '../../../shared/ui/feedback/toast.ts';
import { openReturnPath } from '../sign-in/return-path.ts';
import { useRegisterAccount } from './api/register-account.ts';
import { confirmedRegistration } from './confirmed-registration.ts';
import { referralCodeIn } from './referral-code.ts';

/**
 * The register form: checked as specification section 5 has it, sent without confirmPassword, then
 * on to the dashboard.
 */
export function useRegistrationForm() {
  const t = useText();
  const search = useSearch();
  const navigate = useNavigate();
  const registerAccount = useRegisterAccount();
  const send = useMutateOnce(registerAccount);
  const referralCode = referralCodeIn(search);
  const form = useForm({ resolver: formResolver(confirmedRegistration), mode: 'onTouched' });
  const submit = form.handleSubmit(({ confirmPassword, ...account }) =>
    send(
      { ...account, ...(referralCode && { referralCode }) },
      {
        onSuccess: ({ user }) => {
          toast({
            title: t('Registration successful'),
            description: t('Welcome to {brand}, {name}.', { brand: brand.name, name: user.firstName || user.email }),
          });
          openReturnPath(search, navigate);
        },
        onError: (failure) => showServerErrors(form, failure, ['firstName', 'lastName', 'email', 'password']),
      },
    ),
  );
  const { error } = registerAccount;
  const failure = error && t(messageOf(error, phrase('Registration failed. Please try again.')));
  return { form, submit, search, referralCode, busy: registerAccount.isPending, failure };
}

export type RegistrationForm = ReturnType<typeof useRegistrationForm>['form'];
