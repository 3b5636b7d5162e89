import { PhoneVerificationPanel } from '../../../features/identity/phone-verification/components/phone-verification-panel.tsx';
import { phrase } from '../../../shared/i18n/translate.ts';
import { Panel } from '../../../shared/ui/layout/panel.tsx';
import { DemoSection } from './demo-section.tsx';

const POINTS = [
  phrase('The code has six digits and works for five minutes; the panel counts them down.'),
  phrase('At the end of the time you can ask for another code, and you can change the number at any moment.'),
  phrase('A wrong code empties the field. Guessing is stopped after a few attempts.'),
];

/** The real panel: its SMS arrives, and a number that is verified here is verified. */
export function SmsDemo() {
  return (
    <DemoSection
      title={phrase('SMS verification')}
      note={phrase(
        'This one is real: the code goes to your telephone, and your number is then confirmed in your account.',
      )}
      points={POINTS}
    >
      <Panel>
        <PhoneVerificationPanel />
      </Panel>
    </DemoSection>
  );
}
