import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { endpoints } from '../../../packages/contract/src/index.ts';
import {
  initialPermissions,
  type Permission,
  permissions,
  type StaffRole,
  staffRoles,
} from '../../../packages/contract/src/platform/staff-permissions.ts';
import type { Repository, Violation } from '../violation.ts';
import { checkWrittenPage, escapeCell } from './written-page.ts';

const source = 'packages/contract/src';
const document = 'docs/roles.md';
const command = 'node tools/check/documents/roles-doc.ts --write';

type Granted = Readonly<Record<StaffRole, readonly Permission[]>>;

/** The Markdown of docs/roles.md. */
export function renderRoles(granted: Granted): string {
  const matrix = permissions.map((permission) => {
    const cells = staffRoles.map((role) => (granted[role].includes(permission) ? 'yes' : ''));
    return `| \`${permission}\` | ${cells.join(' | ')} |`;
  });
  const calls = endpoints
    .flatMap(({ method, path, summary, permission }) =>
      permission ? [{ permission, row: `| \`${permission}\` | \`${method} ${path}\` | ${escapeCell(summary)} |` }] : [],
    )
    .sort((a, b) => a.permission.localeCompare(b.permission, 'en'))
    .map(({ row }) => row);
  return `# Roles of staff

What each role may do at first; owners change it at /admin/staff/roles. A person may have several
roles, which add up. Owners may always do everything, they alone add staff and change roles, and
an auditor only reads ([decision 068](decisions/068-roles-of-staff.md)). \`customers:read\` shows a
customer in short; their payments, tickets and speed tests only with \`payments:read\`,
\`tickets:read\` and \`lines:read\`. A file of the page
Exports needs \`exports:read\` and the permission to read its subject, such as \`payments:read\`.
This page is written by \`${command}\` from \`${source}\`.

| Permission | ${staffRoles.join(' | ')} |
|---|${staffRoles.map(() => ':-:').join('|')}|
${matrix.join('\n')}

## Calls

\`any\` is open to everybody who works at the console.

| Permission | Call | What it does |
|---|---|---|
${calls.join('\n')}
`;
}

/** docs/roles.md matches the contract. */
export function checkRolesDoc(repository: Repository, granted: Granted = initialPermissions): Violation[] {
  return checkWrittenPage(repository, { document, source, command, rule: 'roles-doc', wanted: renderRoles(granted) });
}

if (import.meta.main && process.argv.includes('--write')) {
  writeFileSync(join(import.meta.dirname, '../../..', document), renderRoles(initialPermissions));
}
