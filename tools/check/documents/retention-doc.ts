import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { RETENTION, type Retention } from '../../../apps/server/src/platform/database/partitions/retention.ts';
import type { Repository, Violation } from '../violation.ts';
import { checkWrittenPage, escapeCell } from './written-page.ts';

const source = 'apps/server/src/platform/database/schema/personal-data.ts';
const document = 'docs/retention.md';
const command = 'node tools/check/documents/retention-doc.ts --write';

/** The Markdown of docs/retention.md. */
export function renderRetention(retention: readonly Retention[]): string {
  const rows = retention.map(({ table, months, by, why }) => {
    const how = by === 'partition' ? 'its partition is dropped' : 'its rows are deleted';
    return `| \`${table}\` | ${months} | ${how} | ${escapeCell(why)} |`;
  });
  return `# Retention

How long rows are kept that would otherwise grow without bound. A row belongs to a month in Lagos;
the month goes when so many whole months have passed after it. The job \`retention\` looks every hour
([decision 064](decisions/064-monthly-partitions.md)). This page is written by
\`${command}\` from what is declared for
each table beside the schema (\`apps/server/src/platform/database/schema/<context>/personal-data.ts\`):
change a period there, with its reason, before the months are due. What a person's deletion does is in
[personal data](privacy.md).

| Table | Months | When a month is over | Why so long |
|---|--:|---|---|
${rows.join('\n')}

Everything that money or a contract needs is kept: accounts, subscriptions, payments, the ledger,
invoices, receipts, credit notes, referrals, usage by month (\`usage_data\`) and tickets. Sessions of
sign-ins, one-time codes and sign-in attempts are deleted when they expire, by jobs of their own.
What has gone from the database is still in the backups until those are pruned. A person who asks to be
deleted goes earlier, as [personal data](privacy.md) says; what the law has us keep by age stays without
their name.
`;
}

/** docs/retention.md matches the table in code. */
export function checkRetentionDoc(repository: Repository, retention: readonly Retention[] = RETENTION): Violation[] {
  const page = { document, source, command, rule: 'retention-doc', wanted: renderRetention(retention) };
  return checkWrittenPage(repository, page);
}

if (import.meta.main && process.argv.includes('--write')) {
  writeFileSync(join(import.meta.dirname, '../../..', document), renderRetention(RETENTION));
}
