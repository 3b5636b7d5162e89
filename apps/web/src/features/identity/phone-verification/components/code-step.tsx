import { type FormEvent, useRef, useState } from 'react';
import { ApiError, messageOf } from '../../../../shared/api/api-error.ts';
import { useMutateOnce } from '../../../../shared/api/use-mutate-once.ts';
import { formatPhone } from '../../../../shared/format/phone.ts';
import { Sentence } from '../../../../shared/i18n/sentence.tsx';
import { phrase } from '../../../../shared/i18n/translate.ts';
import { useText } from '../../../../shared/i18n/use-text.ts';
import { Button } from '../../../../shared/ui/button/button.tsx';
import { toast } from '../../../../shared/ui/feedback/toast.ts';
import { useVerifyPhoneCode } from '../api/verify-phone-code.ts';
import { formatCountdown } from '../code-deadline.ts';
import { useCountdown } from '../use-countdown.ts';
import { CODE_LENGTH, CodeField } from './code-field.tsx';

/** Specification section 5: fewer digits are not sent. */
const SHORTEST_SENT = 4;

export type CodeStepProps = {
  phoneNumber: string;
  /** In ms of this device's clock. */
  deadline: number;
  onVerified: (phoneNumber: string) => void;
  /** Back to the phone step, for another code or another number. */
  onBack: () => void;
};

/** The code from the SMS. */
export function CodeStep({ phoneNumber, deadline, onVerified, onBack }: CodeStepProps) {
  const t = useText();
  const { input, code, setCode, submit, busy } = useCodeForm(phoneNumber, onVerified);
  return (
    <form className="grid gap-4" method="post" noValidate onSubmit={submit}>
      <p className="soft">
        <Sentence
          text="Enter the 6 digits that we sent to {phone}."
          parts={{ phone: <b className="whitespace-nowrap">{formatPhone(phoneNumber)}</b> }}
        />
      </p>
      <div className="grid gap-2">
        <CodeField label={t('Verification code')} ref={input} value={code} onChange={setCode} />
        <div className="flex flex-wrap items-center gap-x-4">
          <Expiry deadline={deadline} onResend={onBack} />
          <button type="button" className="link small min-h-11" onClick={onBack}>
            {t('Change Number')}
          </button>
        </div>
      </div>
      <Button
        type="submit"
        className="justify-self-start"
        disabled={code.length < CODE_LENGTH}
        busy={busy}
        busyLabel={t('Verifying...')}
      >
        {t('Verify')}
      </Button>
    </form>
  );
}

/** Errors that no further attempt can correct. */
const DEAD_CODES: readonly unknown[] = ['phone.wrong-code', 'phone.code-expired'];

/** The entered code and its submission. A wrong code is cleared (specification section 4, SMS). */
function useCodeForm(phoneNumber: string, onVerified: (phoneNumber: string) => void) {
  const t = useText();
  const verifying = useVerifyPhoneCode();
  const verify = useMutateOnce(verifying);
  const input = useRef<HTMLInputElement>(null);
  const [code, setCode] = useState('');
  function refuse(message: string) {
    toast({ title: t('Invalid OTP'), description: t(message), variant: 'destructive' });
    input.current?.focus();
  }
  function submit(event: FormEvent) {
    event.preventDefault();
    if (code.length < SHORTEST_SENT) {
      refuse(phrase('Please enter the complete verification code'));
      return;
    }
    verify(
      { phoneNumber, otp: code },
      {
        onSuccess: (answer) => {
          toast({
            title: t('Phone Verified Successfully'),
            description: t('{phone} is now the number of your account.', { phone: formatPhone(answer.phoneNumber) }),
          });
          onVerified(answer.phoneNumber);
        },
        onError: (failure) => {
          if (failure instanceof ApiError && DEAD_CODES.includes(failure.code)) setCode('');
          refuse(messageOf(failure));
        },
      },
    );
  }
  return { input, code, setCode, submit, busy: verifying.isPending };
}

/** The time left, m:ss; at 0 a button for another code. */
function Expiry({ deadline, onResend }: { deadline: number; onResend: () => void }) {
  const t = useText();
  const seconds = useCountdown(deadline);
  if (seconds === 0) {
    return (
      <button type="button" className="link small min-h-11" onClick={onResend}>
        {t('Resend Code')}
      </button>
    );
  }
  return (
    <p className="muted small" role="timer">
      {t('Expires in {time}', { time: formatCountdown(seconds) })}
    </p>
  );
}
