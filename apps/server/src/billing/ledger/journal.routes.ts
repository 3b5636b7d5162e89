import { Readable } from 'node:stream';
import { exportJournal as exportEntry } from '@portal/contract/billing/journal';
import { endOfLagosMonth } from '@portal/kernel/calendar';
import { recordAudit } from '../../identity/index.ts';
import type { Database } from '../../platform/database/connection.ts';
import type { Reports } from '../../platform/database/replica/create-reports.ts';
import type { Routes } from '../../platform/http/route-from-contract.ts';
import { exportJournal } from './export-journal.ts';

/** The ledger for the operator's bookkeeping; who takes it is recorded before the first line leaves. */
export function registerJournal(
  routes: Routes,
  deps: { readonly database: Database; readonly reports: Reports },
): void {
  routes.serve(exportEntry, async ({ viewer, query: { month, format }, reply }) => {
    const from = new Date(`${month}-01T00:00:00+01:00`);
    const until = new Date(endOfLagosMonth(from).getTime() + 1);
    await deps.database.transaction((tx) =>
      recordAudit(tx, {
        actorId: viewer.user.id,
        action: 'journal.export',
        subject: `journal:${month}`,
        before: null,
        after: { format },
      }),
    );
    return reply
      .header('content-type', 'text/csv; charset=utf-8')
      .header('content-disposition', `attachment; filename="journal-${month}-${format}.csv"`)
      .send(Readable.from(exportJournal(deps.reports.choose(reply), { from, until }, format)));
  });
}
