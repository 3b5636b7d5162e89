import { phoneForm } from '@portal/contract/identity/phone-verification';
import { useForm } from 'react-hook-form';
import { ApiError, messageOf } from '../../../../shared/api/api-error.ts';
import { formResolver } from '../../../../shared/api/form-resolver.ts';
import { useMutateOnce } from '../../../../shared/api/use-mutate-once.ts';
import { now } from '../../../../shared/format/clock.ts';
import { formatPhone } from '../../../../shared/format/phone.ts';
import { useText } from '../../../../shared/i18n/use-text.ts';
import { Button } from '../../../../shared/ui/button/button.tsx';
import { toast } from '../../../../shared/ui/feedback/toast.ts';
import { Field } from '../../../../shared/ui/form/field.tsx';
import { useSendPhoneCode } from '../api/send-phone-code.ts';
import { CODE_LIFETIME_MS, codeDeadline } from '../code-deadline.ts';
import type { SentCode } from '../sent-code.ts';

export type PhoneStepProps = {
  /** The number typed before, for a customer who returns to correct it. */
  typed: string;
  onSent: (code: SentCode, typed: string) => void;
};

/** The number that a code is sent to. */
export function PhoneStep({ typed, onSent }: PhoneStepProps) {
  const t = useText();
  const sending = useSendPhoneCode();
  const send = useMutateOnce(sending);
  const late = lateCode(sending);
  const form = useForm({ resolver: formResolver(phoneForm), defaultValues: { phoneNumber: typed } });
  const submit = form.handleSubmit(
    (values) =>
      send(values, {
        onSuccess: ({ phoneNumber, expiresAt }) => {
          onSent({ phoneNumber, deadline: codeDeadline(expiresAt, now()) }, values.phoneNumber);
          toast({
            title: t('OTP Sent Successfully'),
            description: t('The code is on its way to {phone}.', { phone: formatPhone(phoneNumber) }),
          });
        },
        onError: (failure) => {
          const message = fieldMessage(failure);
          form.setError('phoneNumber', { type: 'server', message }, { shouldFocus: true });
          toast({ title: t('Failed to Send OTP'), description: t(message), variant: 'destructive' });
        },
      }),
    () =>
      toast({ title: t('Phone Required'), description: t('Please enter your phone number'), variant: 'destructive' }),
  );
  return (
    <form className="grid gap-4" method="post" noValidate onSubmit={(event) => void submit(event)}>
      <Field
        label={t('Phone Number')}
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        placeholder="0803 123 4567"
        maxLength={40}
        hint={t('We send a code by SMS to a Nigerian mobile number.')}
        error={form.formState.errors.phoneNumber?.message}
        {...form.register('phoneNumber')}
      />
      {late && (
        <p className="soft small">
          {t('The SMS may still arrive.')}{' '}
          <button type="button" className="link min-h-11" onClick={() => onSent(late, late.phoneNumber)}>
            {t('I have a code')}
          </button>
        </p>
      )}
      <Button type="submit" className="justify-self-start" busy={sending.isPending} busyLabel={t('Sending...')}>
        {t('Send Code')}
      </Button>
    </form>
  );
}

/** The server keeps trying to deliver a text that no provider accepted, and its code counts. */
function lateCode({ error, variables, submittedAt }: ReturnType<typeof useSendPhoneCode>): SentCode | undefined {
  if (!variables || !(error instanceof ApiError && error.code === 'phone.sending-failed')) return undefined;
  return { phoneNumber: variables.phoneNumber, deadline: submittedAt + CODE_LIFETIME_MS };
}

function fieldMessage(failure: Error): string {
  const aboutField = failure instanceof ApiError ? failure.errors.phoneNumber : undefined;
  return aboutField ?? messageOf(failure);
}
