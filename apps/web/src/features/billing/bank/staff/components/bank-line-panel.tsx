import {
  acceptProposal,
  type BankLineDetail,
  matchBankLine,
  undoBankMatch,
} from '@portal/contract/billing/bank/bank-lines';
import { takeCounterPayment } from '@portal/contract/billing/staff-counter';
import { X } from 'lucide-react';
import { useState } from 'react';
import { bidiIsolate } from '../../../../../shared/format/bidi-isolate.ts';
import { formatDay, formatMoment } from '../../../../../shared/format/date.ts';
import { formatExactNaira } from '../../../../../shared/format/naira.ts';
import { Allowed } from '../../../../../shared/staff/allowed.tsx';
import { AsyncBoundary } from '../../../../../shared/ui/async/async-boundary.tsx';
import { Skeleton } from '../../../../../shared/ui/async/skeleton.tsx';
import { Button } from '../../../../../shared/ui/button/button.tsx';
import { ReasonDialog } from '../../../../../shared/ui/dialog/form-dialog.tsx';
import { StatusBadge } from '../../../../../shared/ui/feedback/status-badge.tsx';
import { useBankLine, useUndoMatch } from '../api/bank-lines.ts';
import { kindNames, lineLooks, signedNaira } from '../bank-labels.ts';
import { MatchForm } from './match-form.tsx';
import { ProposalBox } from './proposal-box.tsx';

type BankLinePanelProps = {
  id: number;
  onClose: () => void;
  /** Shows the next line that waits. */
  onNext: () => void;
  /** Records a customer’s transfer that nobody has recorded. */
  onRecord: (line: BankLineDetail) => void;
};

/** One line: what it is proposed to be, what staff say it is, or what it was matched with. */
export function BankLinePanel({ id, onClose, onNext, onRecord }: BankLinePanelProps) {
  const line = useBankLine(id);
  return (
    <section aria-label="Line of the bank" className="panel grid gap-5">
      <AsyncBoundary query={line} failure="We could not load the line" skeleton={<Skeleton className="h-80 w-full" />}>
        {(loaded) => (
          <>
            <Head line={loaded} onClose={onClose} />
            {loaded.match && <Matched line={loaded} />}
            {loaded.status !== 'matched' && loaded.reason && !loaded.proposal && (
              <p className="small wrap-anywhere">{loaded.reason}.</p>
            )}
            {loaded.proposal && (
              <Allowed to={acceptProposal}>
                <ProposalBox line={loaded} proposal={loaded.proposal} onDone={onNext} />
              </Allowed>
            )}
            {loaded.status !== 'matched' && (
              <>
                {loaded.amount > 0 && (
                  <Allowed to={takeCounterPayment}>
                    <div className="grid justify-items-start gap-2 border-line border-t pt-4">
                      <p className="small soft">A customer’s transfer that nobody has recorded:</p>
                      <Button variant="secondary" onClick={() => onRecord(loaded)}>
                        Record it as a deposit
                      </Button>
                    </div>
                  </Allowed>
                )}
                <Allowed to={matchBankLine}>
                  <MatchForm line={loaded} onDone={onNext} />
                </Allowed>
              </>
            )}
          </>
        )}
      </AsyncBoundary>
    </section>
  );
}

function Head({ line, onClose }: { line: BankLineDetail; onClose: () => void }) {
  const { text, amount, bookedOn, accountName, balance, reference, status } = line;
  return (
    <div className="grid gap-1.5">
      <div className="flex items-start justify-between gap-3">
        <h2 className="h3 min-w-0 wrap-anywhere">{text || 'Without a narration'}</h2>
        <button type="button" className="icon-btn shrink-0" aria-label="Close" onClick={onClose}>
          <X />
        </button>
      </div>
      <p className="collection-tel">{signedNaira(amount)}</p>
      <p className="small soft wrap-anywhere">
        {formatDay(`${bookedOn}T12:00:00Z`)}, {bidiIsolate(accountName)}
        {reference && `, ${reference}`}
        {balance !== null && `. Balance then ${formatExactNaira(balance)}`}
      </p>
      <p>
        <StatusBadge status={status} statuses={lineLooks} />
      </p>
    </div>
  );
}

function Matched({ line: { match, items, otherLines } }: { line: BankLineDetail }) {
  const [undoing, setUndoing] = useState(false);
  const undo = useUndoMatch();
  if (!match) return null;
  return (
    <div className="grid gap-3">
      <div>
        <p className="semi">{kindNames[match.kind]}</p>
        <p className="small wrap-anywhere">{match.reason}</p>
        <p className="small soft">
          {formatMoment(match.matchedAt)}, {match.matchedBy ? bidiIsolate(match.matchedBy) : 'by itself'}
        </p>
      </div>
      <dl className="collection-debts empty:hidden">
        {[
          ...items.map(({ what, amount }) => ({ key: what, what, amount })),
          ...otherLines.map(({ id, text, accountName, amount }) => ({
            key: String(id),
            what: `${accountName}: ${text}`,
            amount,
          })),
        ].map(({ key, what, amount }) => (
          <div key={key}>
            <dt className="wrap-anywhere">{what}</dt>
            <dd>{signedNaira(amount)}</dd>
          </div>
        ))}
      </dl>
      <Allowed to={undoBankMatch}>
        <Button variant="secondary" className="justify-self-start" onClick={() => setUndoing(true)}>
          Undo
        </Button>
      </Allowed>
      {undoing && (
        <ReasonDialog
          title="Undo this match"
          confirm="Undo it"
          schema={undoBankMatch.body}
          call={({ reason }) => undo.mutateAsync({ id: match.id, reason })}
          onClose={() => setUndoing(false)}
        >
          <p>What was booked is booked back on the same days. The line and what it was matched with are open again.</p>
        </ReasonDialog>
      )}
    </div>
  );
}
