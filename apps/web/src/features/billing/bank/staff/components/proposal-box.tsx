import type { BankLineDetail, BankProposal } from '@portal/contract/billing/bank/bank-lines';
import { Lightbulb } from 'lucide-react';
import { messageOf } from '../../../../../shared/api/api-error.ts';
import { useMutateOnce } from '../../../../../shared/api/use-mutate-once.ts';
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
  const accept = useMutateOnce(accepting);
  const dismiss = useMutateOnce(dismissing);
  const failure = accepting.error ?? dismissing.error;
  const book = () =>
    accept(
      proposal.items.map(({ key }) => key),
      {
        onSuccess: ({ message }) => {
          toast({ title: kindNames[proposal.kind], description: message });
          onDone();
        },
      },
    );
  const drop = () =>
    dismiss(undefined, { onSuccess: ({ message }) => toast({ title: 'Proposal', description: message }) });
  useShortcuts([
    { key: 'a', label: 'Book what is proposed', run: () => void book() },
    { key: 'd', label: 'Dismiss what is proposed', run: () => void drop() },
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
            <dt>Kept as a fee</dt>
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
        <Button busy={accepting.isPending} busyLabel="Booking..." onClick={() => void book()}>
          Book it
          <KeyCap>A</KeyCap>
        </Button>
        <Button variant="secondary" busy={dismissing.isPending} busyLabel="Saving..." onClick={() => void drop()}>
          Not this
          <KeyCap>D</KeyCap>
        </Button>
      </div>
    </div>
  );
}
