import { randomBytes } from 'node:crypto';
import { askAccessServer } from '@portal/server/network/access-servers/ask-access-server';
import type { NasSecret } from '@portal/server/platform/config/nas-secrets';
import type { AcceptedSecrets } from '@portal/server/platform/crypto/accepted-secrets';
import { createEncryption } from '@portal/server/platform/crypto/encryption';
import type { HttpClient } from '@portal/server/platform/outside/http-client';
import type pg from 'pg';
import { about, type Finding, messageOf } from './finding.ts';

const nas = about('Access servers');
const radius = about('RADIUS server');
const NO_SUCH_SESSION = 'portal-doctor';
const ALL_OTHERS = '*';

/** Access servers with open sessions, 50 at most. */
async function listRecent(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ nas: string }>(
    `select distinct nas from usage_sessions where ended_at is null order by nas limit 50`,
  );
  return rows.map((row) => row.nas);
}

/** The access servers on the console's list; those whose secret no key reads are in `unreadable`. */
async function listKnown(pool: pg.Pool, keys: () => AcceptedSecrets) {
  const { rows } = await pool.query<{ address: string; port: number; text: string }>(
    'select address, coa_port as port, encrypted_secret as text from access_servers where retired_at is null order by name',
  );
  if (rows.length === 0) return { known: [], unreadable: [] };
  const { decrypt } = createEncryption({ keys: keys(), purpose: 'access-server-secret', randomBytes });
  const unreadable: string[] = [];
  const known = rows.flatMap(({ address, port, text }): NasSecret[] => {
    try {
      return [{ address, port, secret: decrypt(text) }];
    } catch {
      unreadable.push(address);
      return [];
    }
  });
  return { known, unreadable };
}

/** Whether an access server takes our requests. No session is touched. */
async function checkNas(server: NasSecret): Promise<Finding> {
  const { address, port } = server;
  const remedy = `Compare the secret of ${address} on the console’s list of access servers with the one for CoA on it, and open UDP ${port}.`;
  try {
    const answer = await askAccessServer(server);
    if (answer !== 'silent') return nas.ok(`${address} accepts the secret.`);
    return nas.fault(`${address} does not answer: its sessions cannot be ended or slowed.`, remedy);
  } catch (error) {
    return nas.fault(`${address} cannot be reached: ${messageOf(error)}.`, remedy);
  }
}

/**
 * Whether the RADIUS server's token opens the portal, asked about a login that does not exist: the
 * portal refuses it with a reply message, and a wrong token without one.
 */
async function checkToken(token: string | null, portal: string, http: HttpClient): Promise<Finding> {
  if (token === null) {
    const remedy = 'Set it here and in FreeRADIUS (docs/freeradius.md).';
    return radius.warning('NETWORK_TOKEN is not set: usage is not counted.', remedy);
  }
  const answer = await http.send({
    method: 'POST',
    url: `${portal}/api/network/authorize`,
    headers: { authorization: `Bearer ${token}` },
    json: { 'User-Name': { type: 'string', value: [NO_SUCH_SESSION] } },
  });
  const body = answer.kind === 'answered' ? answer.body : null;
  if (typeof body === 'object' && body !== null && 'reply:Reply-Message' in body) {
    return radius.ok('The portal accepts this NETWORK_TOKEN.');
  }
  const found = answer.kind === 'answered' ? `status ${answer.status}` : answer.reason;
  return radius.fault(
    `The portal does not answer the RADIUS server: ${found}.`,
    'Start the portal with this NETWORK_TOKEN.',
  );
}

/** The access servers on the list, and those with open sessions for which the entry of all others has a secret. */
async function listServers(pool: pg.Pool, known: readonly NasSecret[]) {
  const named = known.filter(({ address }) => address !== ALL_OTHERS);
  const others = (await listRecent(pool)).filter((nas) => named.every(({ address }) => address !== nas));
  const rest = known.find(({ address }) => address === ALL_OTHERS);
  if (rest === undefined) return { servers: named, unknown: others };
  return { servers: [...named, ...others.map((address) => ({ ...rest, address }))], unknown: [] };
}

/** The RADIUS server's token and the secret of each access server. */
export async function checkRadius(deps: {
  readonly pool: pg.Pool;
  /** Of NAS_SECRETS. */
  readonly secrets: readonly NasSecret[];
  readonly keys: () => AcceptedSecrets;
  readonly networkToken: string | null;
  readonly portal: string;
  readonly http: HttpClient;
}): Promise<Finding[]> {
  const { known, unreadable } = await listKnown(deps.pool, deps.keys);
  const { servers, unknown } = await listServers(deps.pool, known);
  const findings = await Promise.all([checkToken(deps.networkToken, deps.portal, deps.http), ...servers.map(checkNas)]);
  if (unreadable.length > 0) {
    const found = `The secret of ${unreadable.join(', ')} cannot be read with this configuration.`;
    findings.push(nas.fault(found, 'Set ENCRYPTION_KEY and SESSION_SECRET as for the portal.'));
  }
  if (unknown.length > 0) {
    const found = `There is no secret for ${unknown.join(', ')}: sessions there do not end when a line is suspended.`;
    findings.push(nas.fault(found, 'Add them on the console, Network, Access servers.'));
  } else if (servers.length === 0) findings.push(nas.skipped('No access server is known yet.'));
  if (deps.secrets.length > 0) {
    const found =
      'NAS_SECRETS is set. Its access servers are taken over once, at the start; later changes of it are ignored.';
    findings.push(nas.warning(found, 'Remove it once they are on the console’s list.'));
  }
  return findings;
}
