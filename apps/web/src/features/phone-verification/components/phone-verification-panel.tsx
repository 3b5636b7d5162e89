import { useEffect, useRef, useState } from 'react';
import { now } from '../../../shared/format/clock.ts';
import { codeDeadline } from '../code-deadline.ts';
import { CodeStep } from './code-step.tsx';
import { PhoneStep } from './phone-step.tsx';

export type PhoneVerificationPanelProps = {
  /** Called with the number, in international form, once it is verified. The session knows it then. */
  onVerified?: (phoneNumber: string) => void;
};

type Step =
  | { readonly name: 'phone' }
  | { readonly name: 'code'; readonly phoneNumber: string; readonly deadline: number };

/** A number, then the code sent to it (specification sections 2 and 4, SMS verification panel). Brings no frame and no heading. */
export function PhoneVerificationPanel({ onVerified }: PhoneVerificationPanelProps) {
  const [step, setStep] = useState<Step>({ name: 'phone' });
  const [typed, setTyped] = useState('');
  const place = useRef<HTMLDivElement>(null);
  const shownStep = useRef(step);
  useEffect(() => {
    if (shownStep.current !== step) place.current?.querySelector('input')?.focus();
    shownStep.current = step;
  }, [step]);
  return (
    <div ref={place}>
      {step.name === 'phone' ? (
        <PhoneStep
          typed={typed}
          onSent={({ phoneNumber, expiresAt }, number) => {
            setTyped(number);
            setStep({ name: 'code', phoneNumber, deadline: codeDeadline(expiresAt, now()) });
          }}
        />
      ) : (
        <CodeStep
          phoneNumber={step.phoneNumber}
          deadline={step.deadline}
          onVerified={(verified) => {
            setTyped('');
            setStep({ name: 'phone' });
            onVerified?.(verified);
          }}
          onBack={() => setStep({ name: 'phone' })}
        />
      )}
    </div>
  );
}
