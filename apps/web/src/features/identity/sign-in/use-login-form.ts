import { type CurrentUser, loginForm } from '@portal/contract/identity/accounts';
import { useForm } from 'react-hook-form';
import { useNavigate } from 'react-router';
import { ApiError } from '../../../shared/api/api-error.ts';
import { formResolver } from '../../../shared/api/form-resolver.ts';
import { showServerErrors } from '../../../shared/api/show-server-errors.ts';
import { useMutateOnce } from '../../../shared/api/use-mutate-once.ts';
import { useSearch } from '../../../shared/hydration/use-search.ts';
import { useText } from '../../../shared/i18n/use-text.ts';
import { toast } from '../../../shared/ui/feedback/toast.ts';
import { useLogIn } from './api/log-in.ts';
import { loginFailure } from './login-failure.ts';
import { openReturnPath } from './return-path.ts';

/** After any sign-in the welcome toast, then '/' or the page that required it. */
export function useWelcome() {
  const t = useText();
  const search = useSearch();
  const navigate = useNavigate();
  return (user: CurrentUser) => {
    toast({
      title: t('Login successful'),
      description: t('Welcome back, {name}!', { name: user.firstName || user.email }),
    });
    openReturnPath(search, navigate);
  };
}

/** The sign-in form. `asksCode`: the password was right, and the authenticator app is asked next. */
export function useLoginForm(onSignedIn: (user: CurrentUser) => void) {
  const t = useText();
  const search = useSearch();
  const logIn = useLogIn();
  const send = useMutateOnce(logIn);
  const form = useForm({ resolver: formResolver(loginForm), mode: 'onTouched' });
  const submit = form.handleSubmit((values) =>
    send(values, {
      onSuccess: ({ user }) => onSignedIn(user),
      onError: (failure) => showServerErrors(form, failure, ['email', 'password']),
    }),
  );
  return {
    form,
    submit,
    search,
    busy: logIn.isPending,
    done: logIn.isSuccess,
    asksCode: logIn.error instanceof ApiError && logIn.error.code === 'account.second-factor',
    failure: logIn.error && t(loginFailure(logIn.error)),
  };
}
