import { useEffect, useRef, useState } from 'react';
import { now } from '../../../../shared/format/clock.ts';
import { deleteDraft, readDraft, saveDraft } from '../../../../shared/offline/saved-drafts.ts';
import { useUser } from '../../../../shared/session/use-session.ts';
import { type SentCode, sentCode } from '../sent-code.ts';
import { CodeStep } from './code-step.tsx';
import { PhoneStep } from './phone-step.tsx';

export type PhoneVerificationPanelProps = {
  /**
   * Called with the number, in international form, once it is verified. The session knows it then.
   */
  onVerified?: (phoneNumber: string) => void;
};

/**
 * A number, then the code sent to it (specification sections 2 and 4, SMS verification panel). Has
 * no frame and no heading. A pending code is stored on this device: a phone may discard the page
 * while the customer reads the SMS.
 */
export function PhoneVerificationPanel({ onVerified }: PhoneVerificationPanelProps) {
  const draftKey = `phone-code:${useUser()?.id}`;
  const [sent, setSent] = useState(() => savedCode(draftKey));
  const [typed, setTyped] = useState(sent?.phoneNumber ?? '');
  const place = useRef<HTMLDivElement>(null);
  const shown = useRef(sent);
  useEffect(() => {
    if (shown.current !== sent) place.current?.querySelector('input')?.focus();
    shown.current = sent;
  }, [sent]);
  function show(code: SentCode | null) {
    if (code) saveDraft(draftKey, code);
    else deleteDraft(draftKey);
    setSent(code);
  }
  return (
    <div ref={place}>
      {sent ? (
        <CodeStep
          {...sent}
          onVerified={(verified) => {
            setTyped('');
            show(null);
            onVerified?.(verified);
          }}
          onBack={() => show(null)}
        />
      ) : (
        <PhoneStep
          typed={typed}
          onSent={(code, number) => {
            setTyped(number);
            show(code);
          }}
        />
      )}
    </div>
  );
}

/** A pending code from before this page was loaded, while it is valid. */
function savedCode(draftKey: string): SentCode | null {
  const stored = readDraft(draftKey, sentCode);
  if (stored && stored.deadline > now().getTime()) return stored;
  deleteDraft(draftKey);
  return null;
}
