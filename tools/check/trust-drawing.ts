import { contexts } from './boundary-rules.ts';
import { isTest, type RepositoryFile } from './violation.ts';

/** Outside the portal, on the left: who may call, by the `access` of the contract's entries. */
const callers: readonly (readonly [id: string, label: string, access: RegExp])[] = [
  ['visitors', 'Visitors', /access: 'anyone'/],
  ['customers', 'Customers', /access: 'session'/],
  ['staff', 'Staff', /access: '(?:admin|staff-sign-in)'/],
  ['keys', "Operator's programs, API keys", /permission: '(?!any'|staff:write'|api-keys:write')|access: 'operator'/],
  ['radius', 'RADIUS server', /access: 'network'/],
  ['reports', 'Webhooks of gateways and SMS provider', /access: 'gateway'/],
];

/** Outside the portal, on the right: whom a context calls, by what its sources import. */
const called: readonly (readonly [id: string, label: string, imported: RegExp])[] = [
  ['gateways', 'Paystack, Flutterwave, Quickteller', /from '[./]+\/gateway-answer\.ts'/],
  ['mail', 'Mail server', /from '[./a-z]+\/outside\/mail-sender\.ts'/],
  ['sms', 'SMS provider', /from '[./a-z]+\/outside\/sms-sender\.ts'/],
  ['push', 'Push services of browsers', /from '[./a-z]+\/outside\/push-sender\.ts'/],
  ['hooks', "Operator's webhooks", /from '[./a-z]+\/outside\/guarded-post\.ts'/],
  ['directory', 'OpenID directory', /from 'openid-client'/],
  ['nas', 'Access servers, CoA', /from 'node:dgram'/],
  ['redis', 'Redis', /from 'iovalkey'/],
];

/** Contexts with a file below `folder` whose text matches. */
function contextsWith(files: readonly RepositoryFile[], folder: string, pattern: RegExp): string[] {
  const matching = files.filter(({ path, text }) => path.startsWith(folder) && !isTest(path) && pattern.test(text));
  const found = new Set(matching.map(({ path }) => path.slice(folder.length).split('/')[0]));
  return contexts.filter((context) => found.has(context));
}

/**
 * The Mermaid drawing of what crosses the portal's trust boundary, into which context: callers by the
 * contract, services that are called by the imports.
 */
export function drawTrustBoundaries(files: readonly RepositoryFile[]): string {
  const inward = callers.map(([id, label, access]) => ({
    id,
    label,
    inside: contextsWith(files, 'packages/contract/src/', access),
  }));
  const outward = called.map(([id, label, imported]) => ({
    id,
    label,
    // What all contexts share is drawn where it is used, but for Redis, which only platform uses.
    inside: contextsWith(files, 'apps/server/src/', imported).filter((one) => one !== 'platform' || id === 'redis'),
  }));
  const isDrawn = ({ inside }: { inside: readonly string[] }): boolean => inside.length > 0;
  return [
    '```mermaid',
    'flowchart LR',
    ...inward.filter(isDrawn).map(({ id, label }) => `  ${id}(["${label}"])`),
    '  subgraph portal ["The portal’s process"]',
    ...contextsWith(files, 'apps/server/src/', /^/).map((context) => `    ${context}`),
    '  end',
    '  subgraph store ["The operator’s storage"]',
    '    database[("PostgreSQL")]',
    '    backup[("Backups, encrypted")]',
    '  end',
    ...outward.filter(isDrawn).map(({ id, label }) => `  ${id}["${label}"]`),
    ...inward.filter(isDrawn).map(({ id, inside }) => `  ${id} --> ${inside.join(' & ')}`),
    ...outward.filter(isDrawn).map(({ id, inside }) => `  ${inside.join(' & ')} --> ${id}`),
    '  portal --> database',
    '  database --> backup',
    '```',
    '',
  ].join('\n');
}
