import { exportJournal as exportEntry, getTrialBalance } from '@portal/contract/billing/ledger';
import { endOfLagosMonth } from '@portal/kernel/calendar';
import { recordAudit } from '../../identity/index.ts';
import type { Database } from '../../platform/database/connection.ts';
import type { Reports } from '../../platform/database/replica/create-reports.ts';
import { sendCsv } from '../../platform/http/bodies/send-csv.ts';
import type { Routes } from '../../platform/http/contract/route-from-contract.ts';
import { exportJournal } from './export-journal.ts';
import { readTrialBalance } from './read-trial-balance.ts';

/** Whether the ledger adds up, and its journal; who takes that is recorded before the first line leaves. */
export function registerLedger(routes: Routes, deps: { readonly database: Database; readonly reports: Reports }): void {
  routes.serve(getTrialBalance, async ({ reply }) => deps.reports.read(reply, readTrialBalance));
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
    const content = exportJournal(deps.reports.choose(reply), { from, until }, format);
    const fileName = `journal-${month}-${format}.csv`;
    // ERPNext takes a byte order mark for the beginning of the first column's name.
    return sendCsv(reply, { viewer, fileName, content, isUnmarked: format !== 'plain' });
  });
}
