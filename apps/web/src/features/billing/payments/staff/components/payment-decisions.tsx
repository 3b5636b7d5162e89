import type { PaymentPage } from '@portal/contract/billing/payments/staff-payments';
import { decideReview, recordChargeback, requestRefund } from '@portal/contract/billing/payments/staff-payments';
import { type ReactNode, useState } from 'react';
import { bidiIsolate } from '../../../../../shared/format/bidi-isolate.ts';
import { formatExactNaira } from '../../../../../shared/format/naira.ts';
import { useUser } from '../../../../../shared/session/use-session.ts';
import { useMay } from '../../../../../shared/staff/use-may.ts';
import { Button } from '../../../../../shared/ui/button/button.tsx';
import { RefundDialog } from '../../../refunds/staff/components/refund-dialog.tsx';
import { ChargebackDialog } from './chargeback-dialog.tsx';
import { type ReviewDecision, ReviewDialog } from './review-dialog.tsx';

type Decision = PaymentPage['decisions'][number];

function callOf(decision: Decision) {
  if (decision === 'refund') return requestRefund;
  return decision === 'chargeback' ? recordChargeback : decideReview;
}

/** The decisions that this member of staff may make about a payment now; nothing without any. */
export function PaymentDecisions({ payment }: { payment: PaymentPage }) {
  const [chosen, setChosen] = useState<Decision | null>(null);
  const { status, refundable } = payment;
  const may = useMay();
  const decisions = payment.decisions.filter((decision) => may(callOf(decision)));
  const close = () => setChosen(null);
  if (decisions.length === 0 && chosen === null) return null;
  return (
    <section aria-labelledby="decisions-title" className="border-ink border-t pt-4">
      <h2 className="h4" id="decisions-title">
        {status === 'review' ? 'This payment needs a decision' : 'What you can do'}
      </h2>
      {status === 'review' && <ReviewButtons payment={{ ...payment, decisions }} onChoose={setChosen} />}
      {decisions.includes('refund') && refundable && (
        <Button variant="secondary" className="mt-3" onClick={() => setChosen('refund')}>
          Refund {formatExactNaira(refundable.amount)}
        </Button>
      )}
      {decisions.includes('chargeback') && (
        <Button variant="quiet" className="mt-3" onClick={() => setChosen('chargeback')}>
          Record a chargeback
        </Button>
      )}
      {chosen === 'chargeback' && <ChargebackDialog payment={payment} onClose={close} />}
      {chosen === 'refund' && <RefundDialog payment={payment} onClose={close} />}
      {chosen !== null && chosen !== 'refund' && chosen !== 'chargeback' && (
        <ReviewDialog payment={payment} decision={chosen} onClose={close} />
      )}
    </section>
  );
}

type ReviewButtonsProps = { payment: PaymentPage; onChoose: (decision: ReviewDecision) => void };

function ReviewButtons({ payment, onChoose }: ReviewButtonsProps): ReactNode {
  const { decisions, bookable, booking } = payment;
  const user = useUser();
  const sum = formatExactNaira(bookable ?? 0);
  const proposer = booking?.proposedBy;
  const isOwn = proposer && proposer.id === user?.id;
  return (
    <>
      <p className="soft small mt-1">
        The gateway’s answer does not match what was due; see below. Nothing was fulfilled, and the customer knows that
        we look at it.
      </p>
      <div className="mt-3 flex flex-wrap gap-3">
        <Button onClick={() => onChoose('recheck')}>Ask the gateway again</Button>
        {decisions.includes('credit') && !isOwn && (
          <Button variant="secondary" onClick={() => onChoose('credit')}>
            {proposer === null ? `Propose to book ${sum} as credit` : `Book ${sum} as credit`}
          </Button>
        )}
        <Button variant="secondary" onClick={() => onChoose('reject')}>
          Reject
        </Button>
      </div>
      {proposer && (
        <p className="small mt-3">
          {isOwn
            ? `You propose to book ${sum} as credit. Somebody else has to do it.`
            : `${bidiIsolate(proposer.name)} proposes to book ${sum} as credit. The reason is below.`}
        </p>
      )}
      {!decisions.includes('credit') && (
        <p className="soft small mt-3">
          The gateway names no money in naira under our reference, so there is nothing to book.
        </p>
      )}
    </>
  );
}
