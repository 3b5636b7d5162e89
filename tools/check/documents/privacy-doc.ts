import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type DataKind,
  PERSONAL_DATA,
  type PersonalData,
  PURPOSES,
  type Purpose,
  RETENTION_CLASSES,
} from '../../../apps/server/src/platform/database/personal-data/declarations.ts';
import type { Repository, Violation } from '../violation.ts';
import { checkWrittenPage, escapeCell } from './written-page.ts';

const source = 'apps/server/src/platform/database/schema/personal-data.ts';
const document = 'docs/privacy.md';
const command = 'npm run privacy-map -- --write';

const BASES = {
  contract: 'Contract: section 25 (1) (b) (i)',
  'legal-obligation': 'Legal obligation: section 25 (1) (b) (ii)',
  'legitimate-interest': 'Legitimate interest: section 25 (1) (b) (v)',
  consent: 'Consent: section 25 (1) (a)',
} as const;

/** Kinds that say something about a person; `link` and `staff` say whose row it is. */
const SHOWN: readonly DataKind[] = [
  'identity',
  'contact',
  'text',
  'payment',
  'network',
  'device',
  'secret',
  'link',
  'staff',
];

function fieldsOf({ columns }: PersonalData): string {
  const byKind = SHOWN.map((kind) => {
    const named = Object.keys(columns).filter((column) => columns[column] === kind);
    return named.length === 0 ? null : `${kind}: ${named.map((column) => `\`${column}\``).join(', ')}`;
  });
  return byKind.filter((part) => part !== null).join('; ');
}

function retentionOf({ retention }: PersonalData): string {
  return typeof retention === 'string' ? RETENTION_CLASSES[retention] : `${retention.months} months. ${retention.why}`;
}

function deletionOf({ onDeletion }: PersonalData): string {
  switch (onDeletion) {
    case 'delete':
      return 'deleted';
    case 'keep':
      return 'kept: it names nobody';
    case 'redact':
      return 'redacted';
    default:
      return `kept, without ${Object.keys(onDeletion)
        .map((column) => `\`${column}\``)
        .join(', ')}`;
  }
}

function sectionOf(purpose: Purpose, declarations: readonly PersonalData[]): string {
  const tables = declarations.filter((each) => each.purpose === purpose && each.owner !== undefined);
  if (tables.length === 0) return '';
  const rows = tables.map(
    (each) =>
      `| \`${each.table}\` | ${fieldsOf(each)} | ${escapeCell(retentionOf(each))} | ${escapeCell(deletionOf(each))} |`,
  );
  const { words, basis } = PURPOSES[purpose];
  return `### ${words}

${BASES[basis]}.

| Table | Personal fields | Retention | When a person is deleted |
|---|---|---|---|
${rows.join('\n')}

`;
}

/** The Markdown of docs/privacy.md. */
export function renderPrivacy(declarations: readonly PersonalData[]): string {
  const purposes = Object.keys(PURPOSES) as Purpose[];
  const others = declarations.filter(({ owner }) => owner === undefined).map(({ table }) => `\`${table}\``);
  return `# Personal data

The record of processing (Nigeria Data Protection Act 2023; GAID 2025). This page is written by
\`${command}\` from what is declared beside the schema
(\`apps/server/src/platform/database/schema/<context>/personal-data.ts\`); a test compares that with
the database's own catalogue, so that a column which nobody declared fails. The copy that a person
downloads, their deletion, the periods of [retention](retention.md) and the page /profile?tab=privacy
are made from the same list ([decision 089](decisions/089-personal-data-declared.md)).

## What is held, and why

Accounting records are kept for six years at least (Companies and Allied Matters Act 2020, section 375
(2)), and without end as the portal is: the ledger is proved from its first entry.

${purposes.map((purpose) => sectionOf(purpose, declarations)).join('')}### Not about customers

${others.join(', ')}.

## A copy

A person asks for one at /profile?tab=privacy: one at a time, one in 24 hours. The job \`privacy
exports\` writes \`data.json\` and \`page.html\` into \`DATA_DIR/privacy-exports\`, which all instances
share, from one snapshot of the database and in pages of 500 rows. A notice and a mail say that it is
ready; only the signed-in person can download it, for 7 days, then the files are deleted. It has the
rows of the person and of the accounts they own, without secrets (hashes, tokens) and without who of
the staff acted. What others pay for or write in an account that the person does not own is not in it.
Uploaded files are named in it and downloaded from their tickets.

## A deletion

Asked for with the password, it happens 30 days later, by the job \`privacy deletions\`. Until that
moment it can be withdrawn. Asking again keeps the date. It is refused while money is open (an unpaid
charge or monthly invoice, a payment, dispute or refund under way, credit left), while the person is
the last owner of an account with other people or of a company with lines, and for staff. Asking
cancels the lines of the accounts that end; withdrawing does not start them again. If something
prevents it when its day has come, it waits, hour by hour, and the person and staff see why.

It is one transaction for each person: each table does what is said above, in the order of the list,
and the ledger still proves. Names become "Customer" and the account number. Uploaded files are
removed after the commit, again after a crash. The operator's programs are told by the webhook
\`customer.disabled\`.

An account with other people stays: only what is the person's own goes, and their name in what they
wrote for that account is replaced.

## What remains, and until when

- Backups hold the person until they are pruned ([backup](backup.md)). After a restore, run the
  portal: deletions that were due are done again within the hour, since they are rows of the backup;
  ones asked for after it have to be asked for again, which the list of sent mails shows.
- The log of the portal has ids, addresses of requests and times, and no names; it goes with the
  operator's rotation of logs.
- Traffic data (\`usage_sessions\`, \`usage_days\`, \`line_addresses\`) stay 24 months for the Cybercrimes
  Act, under the number of the line instead of its login.
- Uploaded bank slips (\`deposit_slips\`) stay as accounting records, with their names replaced; what is
  written on the paper stays readable.
- What staff typed into words that belong to no customer, such as a saved filter or an announcement, is
  not searched.
- Payment gateways, SMS and mail providers keep what they were sent by their own rules.
`;
}

/** docs/privacy.md matches what is declared. */
export function checkPrivacyDoc(
  repository: Repository,
  declarations: readonly PersonalData[] = PERSONAL_DATA,
): Violation[] {
  const page = { document, source, command, rule: 'privacy-doc', wanted: renderPrivacy(declarations) };
  return checkWrittenPage(repository, page);
}

if (import.meta.main) {
  const page = renderPrivacy(PERSONAL_DATA);
  if (process.argv.includes('--write')) writeFileSync(join(import.meta.dirname, '../../..', document), page);
  else process.stdout.write(page);
}
