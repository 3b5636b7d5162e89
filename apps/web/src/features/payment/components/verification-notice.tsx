import { Alert } from '../../../shared/ui/alert.tsx';
import type { Verification } from '../api/verify-payment.ts';

type Unpaid = Exclude<Verification['status'], 'success'>;

const LOOKS: Record<Unpaid, { kind: 'info' | 'bad' | 'warn'; title: string }> = {
  pending: { kind: 'info', title: 'Waiting for confirmation' },
  review: { kind: 'warn', title: 'In review' },
  failed: { kind: 'bad', title: 'No payment received' },
  abandoned: { kind: 'bad', title: 'Payment not finished' },
};

export type VerificationNoticeProps = { answer: Verification };

/** What the server says about a payment that has not succeeded (yet). A success has its own screen. */
export function VerificationNotice({ answer }: VerificationNoticeProps) {
  if (answer.status === 'success') return null;
  const { kind, title } = LOOKS[answer.status];
  return (
    <Alert kind={kind} className="mt-2.5">
      <p className="font-semibold">{title}</p>
      <p className="mt-0.5">{answer.message}</p>
      <p className="mt-1">Reference {answer.data.reference}</p>
    </Alert>
  );
}
