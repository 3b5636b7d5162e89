import { passwordResetPlace } from '@portal/contract/identity/recovery';
import { MailCheck, MessageSquareText } from 'lucide-react';
import { type RefObject, useEffect, useRef } from 'react';
import { useForm } from 'react-hook-form';
import { ApiError, messageOf } from '../../../../shared/api/api-error.ts';
import { formResolver } from '../../../../shared/api/form-resolver.ts';
import { useMutateOnce } from '../../../../shared/api/use-mutate-once.ts';
import { Sentence } from '../../../../shared/i18n/sentence.tsx';
import { useText } from '../../../../shared/i18n/use-text.ts';
import { useUser } from '../../../../shared/session/use-session.ts';
import { Button } from '../../../../shared/ui/button/button.tsx';
import { Alert } from '../../../../shared/ui/feedback/alert.tsx';
import { Field } from '../../../../shared/ui/form/field.tsx';
import { PageLink } from '../../../../shared/ui/navigation/page-link.tsx';
import { isNumber, useRequestPasswordReset } from '../api/request-password-reset.ts';

/**
 * Asks for the address or number and sends the link there; the confirmation is the same whether it is
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
      <LinkSent
        heading={heading}
        place={request.variables.email}
        message={request.data.message}
        onAgain={request.reset}
      />
    );
  }
  return (
    <>
      <div>
        <h1 className="h1">{t('Forgot password?')}</h1>
        <p className="soft">
          {t(
            'Enter your email address, or the phone number that you have verified. We send a link there to set a new password.',
          )}
        </p>
      </div>
      <RequestForm request={request} email={user?.email || (user?.phone ?? '')} />
      <WayBack />
    </>
  );
}

type RequestFormProps = { request: ReturnType<typeof useRequestPasswordReset>; email: string };

function RequestForm({ request, email }: RequestFormProps) {
  const t = useText();
  const send = useMutateOnce(request);
  const form = useForm({
    resolver: formResolver(passwordResetPlace),
    mode: 'onTouched',
    defaultValues: { email },
  });
  const submit = form.handleSubmit((values) =>
    send(values, {
      onError: (failure) => {
        const { email, phone } = failure instanceof ApiError ? failure.errors : {};
        const message = email ?? phone;
        if (message) form.setError('email', { type: 'server', message }, { shouldFocus: true });
      },
    }),
  );
  return (
    <form method="post" noValidate onSubmit={(event) => void submit(event)}>
      <Field
        label={t('Email Address or Phone Number')}
        inputMode="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        placeholder={t('name@example.com')}
        error={form.formState.errors.email?.message}
        {...form.register('email')}
      />
      {request.error && !form.formState.errors.email && <Alert kind="bad">{t(messageOf(request.error))}</Alert>}
      <Button type="submit" size="large" block busy={request.isPending} busyLabel={t('Sending...')}>
        {t('Send the link')}
      </Button>
    </form>
  );
}

type LinkSentProps = {
  heading: RefObject<HTMLHeadingElement | null>;
  /** The address or number as it was typed. */
  place: string;
  /** The server's sentence, the same for every address or number. */
  message: string;
  onAgain: () => void;
};

function LinkSent({ heading, place, message, onAgain }: LinkSentProps) {
  const t = useText();
  const isText = isNumber(place);
  const Mark = isText ? MessageSquareText : MailCheck;
  return (
    <>
      <div>
        <Mark className="auth-mark text-primary" />
        <h1 className="h1 outline-none" ref={heading} tabIndex={-1}>
          {isText ? t('Check your text messages') : t('Check your mail')}
        </h1>
        <p className="soft">{t(message)}</p>
      </div>
      <p className="soft">
        {isText ? (
          <Sentence
            text="Nothing at {phone} after a few minutes? Check the number, or ask again with your email address."
            parts={{ phone: <b className="wrap-anywhere">{place}</b> }}
          />
        ) : (
          <Sentence
            text="Nothing at {email} after a few minutes? Look into the spam folder, or check the address and ask again."
            parts={{ email: <b className="wrap-anywhere">{place}</b> }}
          />
        )}{' '}
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
