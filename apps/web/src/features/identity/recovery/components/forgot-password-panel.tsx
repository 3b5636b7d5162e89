import { passwordResetRequestForm } from '@portal/contract/identity/recovery';
import { MailCheck } from 'lucide-react';
import { type RefObject, useEffect, useRef } from 'react';
import { useForm } from 'react-hook-form';
import { messageOf } from '../../../../shared/api/api-error.ts';
import { formResolver } from '../../../../shared/api/form-resolver.ts';
import { showServerErrors } from '../../../../shared/api/show-server-errors.ts';
import { useMutateOnce } from '../../../../shared/api/use-mutate-once.ts';
import { Sentence } from '../../../../shared/i18n/sentence.tsx';
import { useText } from '../../../../shared/i18n/use-text.ts';
import { useUser } from '../../../../shared/session/use-session.ts';
import { Button } from '../../../../shared/ui/button/button.tsx';
import { Alert } from '../../../../shared/ui/feedback/alert.tsx';
import { Field } from '../../../../shared/ui/form/field.tsx';
import { PageLink } from '../../../../shared/ui/navigation/page-link.tsx';
import { useRequestPasswordReset } from '../api/request-password-reset.ts';

/**
 * Asks for the address and mails the link; the confirmation is the same whether the address is
 * known or not.
 */
export function ForgotPasswordPanel() {
  const t = useText();
  const user = useUser();
  const request = useRequestPasswordReset();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (request.isSuccess) heading.current?.focus();
  }, [request.isSuccess]);
  if (request.isSuccess) {
    return (
      <CheckYourMail
        heading={heading}
        email={request.variables.email}
        message={request.data.message}
        onAgain={request.reset}
      />
    );
  }
  return (
    <>
      <div>
        <h1 className="h1">{t('Forgot password?')}</h1>
        <p className="soft">{t('Enter your email address and we send you a link to set a new password.')}</p>
      </div>
      <RequestForm request={request} email={user?.email ?? ''} />
      <WayBack />
    </>
  );
}

type RequestFormProps = { request: ReturnType<typeof useRequestPasswordReset>; email: string };

function RequestForm({ request, email }: RequestFormProps) {
  const t = useText();
  const send = useMutateOnce(request);
  const form = useForm({
    resolver: formResolver(passwordResetRequestForm),
    mode: 'onTouched',
    defaultValues: { email },
  });
  const submit = form.handleSubmit((values) =>
    send(values, { onError: (failure) => showServerErrors(form, failure, ['email']) }),
  );
  return (
    <form method="post" noValidate onSubmit={(event) => void submit(event)}>
      <Field
        label={t('Email Address')}
        type="email"
        autoComplete="email"
        placeholder={t('name@example.com')}
        error={form.formState.errors.email?.message}
        {...form.register('email')}
      />
      {request.error && <Alert kind="bad">{t(messageOf(request.error))}</Alert>}
      <Button type="submit" size="large" block busy={request.isPending} busyLabel={t('Sending...')}>
        {t('Send the link')}
      </Button>
    </form>
  );
}

type CheckYourMailProps = {
  heading: RefObject<HTMLHeadingElement | null>;
  email: string;
  /** The server's sentence, the same for every address. */
  message: string;
  onAgain: () => void;
};

function CheckYourMail({ heading, email, message, onAgain }: CheckYourMailProps) {
  const t = useText();
  return (
    <>
      <div>
        <MailCheck className="auth-mark text-primary" />
        <h1 className="h1 outline-none" ref={heading} tabIndex={-1}>
          {t('Check your mail')}
        </h1>
        <p className="soft">{t(message)}</p>
      </div>
      <p className="soft">
        <Sentence
          text="Nothing at {email} after a few minutes? Look into the spam folder, or check the address and ask again."
          parts={{ email: <b className="wrap-anywhere">{email}</b> }}
        />{' '}
        {t('We send at most one link a minute, and after five in a day one an hour.')}
      </p>
      <div className="grid gap-3">
        <Button variant="secondary" size="large" block onClick={onAgain}>
          {t('Ask again')}
        </Button>
        <WayBack />
      </div>
    </>
  );
}

function WayBack() {
  const t = useText();
  const user = useUser();
  return (
    <p>
      <PageLink className="link inline-flex min-h-11 items-center" to={user ? '/profile?tab=security' : '/login'}>
        {user ? t('Back to Account Settings') : t('Back to Sign In')}
      </PageLink>
    </p>
  );
}
