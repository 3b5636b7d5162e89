import type { BankLine } from '@portal/contract/billing/bank/bank-lines';
import { bidiIsolate } from '../../../../../shared/format/bidi-isolate.ts';
import { formatDay } from '../../../../../shared/format/date.ts';
import { AsyncBoundary } from '../../../../../shared/ui/async/async-boundary.tsx';
import { EmptyState } from '../../../../../shared/ui/async/empty-state.tsx';
import { ShowMore } from '../../../../../shared/ui/async/show-more.tsx';
import { Skeleton } from '../../../../../shared/ui/async/skeleton.tsx';
import { StatusBadge } from '../../../../../shared/ui/feedback/status-badge.tsx';
import type { useBankLines } from '../api/bank-lines.ts';
import { kindNames, lineLooks, signedNaira } from '../bank-labels.ts';
import type { LineChoice } from '../line-choice.ts';

type BankLineListProps = {
  lines: ReturnType<typeof useBankLines>;
  choice: LineChoice;
  onOpen: (id: number) => void;
};

/** Lines of statements, the newest first. */
export function BankLineList({ lines, choice, onOpen }: BankLineListProps) {
  return (
    <AsyncBoundary
      query={lines}
      failure="We could not load the lines"
      skeleton={<Skeleton className="h-[32rem] w-full" />}
    >
      {(rows) =>
        rows.length === 0 ? (
          <EmptyState
            title={choice.status === 'waiting' && !choice.search ? 'No line waits' : 'No line is in this list'}
          >
            {choice.status === 'waiting' && !choice.search
              ? 'Everything that the bank has shown is matched. Import the next statement.'
              : 'Choose another state or account, or search for something else.'}
          </EmptyState>
        ) : (
          <div className="min-w-0">
            <ul aria-label="Lines of the bank" className="collection-rows">
              {rows.map((line) => (
                <Row key={line.id} line={line} current={line.id === choice.line} onOpen={() => onOpen(line.id)} />
              ))}
            </ul>
            <ShowMore query={lines} />
          </div>
        )
      }
    </AsyncBoundary>
  );
}

function Row({ line, current, onOpen }: { line: BankLine; current: boolean; onOpen: () => void }) {
  const { id, accountName, bookedOn, amount, text, status, reason, match } = line;
  return (
    <li>
      <button
        type="button"
        className="grid w-full cursor-pointer grid-cols-[minmax(0,1fr)_auto] items-center gap-x-5 gap-y-1 border-line border-b p-3 text-left hover:bg-sheet aria-[current]:bg-sheet aria-[current]:shadow-[inset_4px_0_0_var(--primary)]"
        aria-current={current || undefined}
        data-bank-line={id}
        onClick={onOpen}
      >
        <span className="semi line-clamp-2 wrap-anywhere">{text || 'Without a narration'}</span>
        <span className="semi text-right">{signedNaira(amount)}</span>
        <span className="small soft min-w-0 wrap-anywhere">
          {formatDay(`${bookedOn}T12:00:00Z`)}, {bidiIsolate(accountName)}
        </span>
        <span className="justify-self-end">
          <StatusBadge status={status} statuses={lineLooks} />
        </span>
        {(match || reason) && (
          <span className="small soft col-span-2 line-clamp-2 wrap-anywhere">
            {match ? kindNames[match.kind] : reason}
          </span>
        )}
      </button>
    </li>
  );
}
