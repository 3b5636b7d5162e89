import { phoneForm } from '@portal/contract/phone-verification';
import { useForm } from 'react-hook-form';
import { ApiError, messageOf } from '../../../shared/api/api-error.ts';
import { formResolver } from '../../../shared/api/form-resolver.ts';
import { formatPhone } from '../../../shared/format/phone.ts';
import { useText } from '../../../shared/i18n/use-text.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { Field } from '../../../shared/ui/field.tsx';
import { toast } from '../../../shared/ui/toast.ts';
import { useSendPhoneCode } from '../api/send-phone-code.ts';

/** A code that is on its way: to which number, and until when it counts (ISO 8601, the server's clock). */
export type SentCode = { phoneNumber: string; expiresAt: string };

export type PhoneStepProps = {
  /** What was typed before, for who comes back to correct it. */
  typed: string;
  onSent: (code: SentCode, typed: string) => void;
};

/** The number that a code is sent to. */
export function PhoneStep({ typed, onSent }: PhoneStepProps) {
  const t = useText();
  const send = useSendPhoneCode();
  const form = useForm({ resolver: formResolver(phoneForm), defaultValues: { phoneNumber: typed } });
  const submit = form.handleSubmit(
    (values) =>
      send.mutate(values, {
        onSuccess: (code) => {
          onSent(code, values.phoneNumber);
          toast({
            title: t('OTP Sent Successfully'),
            description: t('The code is on its way to {phone}.', { phone: formatPhone(code.phoneNumber) }),
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
      <Button type="submit" className="justify-self-start" busy={send.isPending} busyLabel={t('Sending...')}>
        {t('Send Code')}
      </Button>
    </form>
  );
}

function fieldMessage(failure: Error): string {
  const aboutField = failure instanceof ApiError ? failure.errors.phoneNumber : undefined;
  return aboutField ?? messageOf(failure, failure.message);
}
