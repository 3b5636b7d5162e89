import type { BankLineDetail, BankProposal } from '@portal/contract/billing/bank/bank-lines';
import { Lightbulb } from 'lucide-react';
import { messageOf } from '../../../../../shared/api/api-error.ts';
import { useOneAtATime } from '../../../../../shared/api/use-one-at-a-time.ts';
import { bidiIsolate } from '../../../../../shared/format/bidi-isolate.ts';
import { formatDay } from '../../../../../shared/format/date.ts';
import { KeyCap } from '../../../../../shared/staff/shortcuts/key-cap.tsx';
import { useShortcuts } from '../../../../../shared/staff/shortcuts/shortcuts.ts';
import { Button } from '../../../../../shared/ui/button/button.tsx';
import { Alert } from '../../../../../shared/ui/feedback/alert.tsx';
import { toast } from '../../../../../shared/ui/feedback/toast.ts';
import { useAcceptProposal, useDismissProposal } from '../api/bank-lines.ts';
import { kindNames, signedNaira } from '../bank-labels.ts';

type ProposalBoxProps = { line: BankLineDetail; proposal: BankProposal; onDone: () => void };

/** What a line is proposed to be, with the reason: booked or dismissed by one press. */
export function ProposalBox({ line, proposal, onDone }: ProposalBoxProps) {
  const accepting = useAcceptProposal(line.id);
  const dismissing = useDismissProposal(line.id);
  const oneAtATime = useOneAtATime();
  const failure = accepting.error ?? dismissing.error;
  // The line is loaded again before the answer is told, and has no proposal then.
  async function accept() {
    const answer = await accepting.mutateAsync(proposal.items.map(({ key }) => key)).catch(() => null);
    if (!answer) return;
    toast({ title: kindNames[proposal.kind], description: answer.message });
    onDone();
  }
  async function dismiss() {
    const answer = await dismissing.mutateAsync().catch(() => null);
    if (answer) toast({ title: 'Proposal', description: answer.message });
  }
  const book = () => oneAtATime(accept);
  const drop = () => oneAtATime(dismiss);
  useShortcuts([
    { key: 'a', label: 'Book what is proposed', run: book },
    { key: 'd', label: 'Dismiss what is proposed', run: drop },
  ]);
  const { items, otherLine, charge } = proposal;
  return (
    <div className="grid gap-3 rounded-[var(--r-2)] border border-line-strong p-4">
      <p className="semi flex items-center gap-2">
        <Lightbulb className="icon-small" />
        {kindNames[proposal.kind]}
      </p>
      <p className="small wrap-anywhere">{line.reason}.</p>
      <dl className="collection-debts empty:hidden">
        {items.map(({ key, who, amount, day, reference, recordedBy }) => (
          <div key={key}>
            <dt className="wrap-anywhere">
              {bidiIsolate(who)}
              <span>
                {formatDay(`${day}T12:00:00Z`)}
                {reference && `, ${reference}`}
                {recordedBy && `, recorded by ${recordedBy}`}
              </span>
            </dt>
            <dd>{signedNaira(amount)}</dd>
          </div>
        ))}
        {charge !== null && (
          <div>
            <dt>Fee taken</dt>
            <dd>{signedNaira(charge)}</dd>
          </div>
        )}
        {otherLine && (
          <div>
            <dt className="wrap-anywhere">
              {otherLine.text}
              <span>
                {formatDay(`${otherLine.bookedOn}T12:00:00Z`)}, {otherLine.accountName}
              </span>
            </dt>
            <dd>{signedNaira(otherLine.amount)}</dd>
          </div>
        )}
      </dl>
      {failure && <Alert kind="bad">{messageOf(failure)}</Alert>}
      <div className="flex flex-wrap gap-2">
        <Button busy={accepting.isPending} busyLabel="Booking..." onClick={book}>
          Book it
          <KeyCap>A</KeyCap>
        </Button>
        <Button variant="secondary" busy={dismissing.isPending} busyLabel="Saving..." onClick={drop}>
          Not this
          <KeyCap>D</KeyCap>
        </Button>
      </div>
    </div>
  );
}
