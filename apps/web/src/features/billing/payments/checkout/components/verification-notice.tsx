import { phrase } from '../../../../../shared/i18n/translate.ts';
import { useText } from '../../../../../shared/i18n/use-text.ts';
import { Alert } from '../../../../../shared/ui/feedback/alert.tsx';
import type { Verification } from '../../api/verify-payment.ts';

type Unpaid = Exclude<Verification['status'], 'success'>;

const LOOKS: Record<Unpaid, { kind: 'info' | 'bad' | 'warn'; title: string }> = {
  pending: { kind: 'info', title: phrase('Waiting for confirmation') },
  review: { kind: 'warn', title: phrase('In review') },
  failed: { kind: 'bad', title: phrase('No payment received') },
  abandoned: { kind: 'bad', title: phrase('Payment not finished') },
};

export type VerificationNoticeProps = { answer: Verification };

/**
 * The server's message about a payment that has not succeeded (yet). A success has its own screen.
 */
export function VerificationNotice({ answer }: VerificationNoticeProps) {
  const t = useText();
  if (answer.status === 'success') return null;
  const { kind, title } = LOOKS[answer.status];
  return (
    <Alert kind={kind} className="mt-2.5">
      <p className="font-semibold">{t(title)}</p>
      <p className="mt-0.5">{t(answer.message)}</p>
      <p className="mt-1">{t('Reference {reference}', { reference: answer.data.reference })}</p>
    </Alert>
  );
}
