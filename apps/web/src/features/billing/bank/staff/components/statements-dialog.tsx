import type { BankAccount, BankStatement } from '@portal/contract/billing/bank/bank-accounts';
import { TriangleAlert } from 'lucide-react';
import { bidiIsolate } from '../../../../../shared/format/bidi-isolate.ts';
import { formatDay, formatMoment } from '../../../../../shared/format/date.ts';
import { AsyncBoundary } from '../../../../../shared/ui/async/async-boundary.tsx';
import { EmptyState } from '../../../../../shared/ui/async/empty-state.tsx';
import { Skeleton } from '../../../../../shared/ui/async/skeleton.tsx';
import { Dialog } from '../../../../../shared/ui/dialog/dialog.tsx';
import { Badge } from '../../../../../shared/ui/feedback/badge.tsx';
import { useBankStatements } from '../api/bank-accounts.ts';
import { FindingList } from './statement-result.tsx';

/** Which statements were imported into an account, by whom, and what did not fit in them. */
export function StatementsDialog({ account, onClose }: { account: BankAccount; onClose: () => void }) {
  const statements = useBankStatements(account.id);
  return (
    <Dialog open onClose={onClose} title={`Statements of ${account.name}`}>
      <div className="mt-4">
        <AsyncBoundary
          query={statements}
          failure="We could not load the statements"
          skeleton={<Skeleton className="h-60 w-full" />}
        >
          {(loaded) =>
            loaded.length === 0 ? (
              <EmptyState title="No statement yet">Statements that are imported are listed here.</EmptyState>
            ) : (
              <ul className="border-ink border-t">
                {loaded.map((statement) => (
                  <Row key={statement.id} statement={statement} />
                ))}
              </ul>
            )
          }
        </AsyncBoundary>
      </div>
    </Dialog>
  );
}

const day = (date: string) => formatDay(`${date}T12:00:00Z`);

function Row({ statement }: { statement: BankStatement }) {
  const { fileName, firstDay, lastDay, lines, added, findings, importedBy, importedAt } = statement;
  return (
    <li className="grid gap-1 border-line border-b py-3">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="semi wrap-anywhere">{fileName}</span>
        {findings.length > 0 && (
          <Badge kind="warn" icon={TriangleAlert}>
            {findings.length === 1 ? '1 finding' : `${findings.length} findings`}
          </Badge>
        )}
      </p>
      <p className="small">
        {day(firstDay)} to {day(lastDay)}, {lines} lines, {added} new
      </p>
      <p className="soft small">
        {formatMoment(importedAt)}, {bidiIsolate(importedBy)}
      </p>
      <FindingList findings={findings} />
    </li>
  );
}
