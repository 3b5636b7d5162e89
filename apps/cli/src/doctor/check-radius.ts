import { attribute, CODES, encodeRequest } from '@portal/server/network/access/radius-packet';
import { sendCoa } from '@portal/server/network/access/send-coa';
import type { NasSecret } from '@portal/server/platform/config/nas-secrets';
import type { HttpClient } from '@portal/server/platform/outside/http-client';
import type pg from 'pg';
import { about, type Finding, messageOf } from './finding.ts';

const nas = about('Access servers');
const radius = about('RADIUS server');
const ACCT_SESSION_ID = 44;
const USER_NAME = 1;
const NO_SUCH_SESSION = 'portal-doctor';

/** Access servers with open sessions, 50 at most. */
async function listRecent(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ nas: string }>(
    `select distinct nas from usage_sessions where ended_at is null order by nas limit 50`,
  );
  return rows.map((row) => row.nas);
}

/**
 * Asks an access server to end a session that does not exist: it refuses with an answer signed with
 * the shared secret (RFC 5176), or is silent when the secret is another one. No session is touched.
 */
async function checkNas(server: NasSecret): Promise<Finding> {
  const { address, port, secret } = server;
  const attributes = [attribute(USER_NAME, NO_SUCH_SESSION), attribute(ACCT_SESSION_ID, NO_SUCH_SESSION)];
  const request = encodeRequest({ code: CODES.disconnect, id: 1, attributes, secret });
  const remedy = `Compare the secret of ${address} in NAS_SECRETS with the one for CoA on the access server, and open UDP ${port}.`;
  try {
    const answer = await sendCoa({ address, port, secret, request });
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

/** The configured access servers, and those with open sessions for which `*` has a secret. */
async function listServers(pool: pg.Pool, secrets: readonly NasSecret[]) {
  const named = secrets.filter(({ address }) => address !== '*');
  const others = (await listRecent(pool)).filter((nas) => named.every(({ address }) => address !== nas));
  const rest = secrets.find(({ address }) => address === '*');
  if (rest === undefined) return { servers: named, unknown: others };
  return { servers: [...named, ...others.map((address) => ({ ...rest, address }))], unknown: [] };
}

/** The RADIUS server's token and the secret of each access server. */
export async function checkRadius(deps: {
  readonly pool: pg.Pool;
  readonly secrets: readonly NasSecret[];
  readonly networkToken: string | null;
  readonly portal: string;
  readonly http: HttpClient;
}): Promise<Finding[]> {
  const { servers, unknown } = await listServers(deps.pool, deps.secrets);
  const findings = await Promise.all([checkToken(deps.networkToken, deps.portal, deps.http), ...servers.map(checkNas)]);
  if (unknown.length > 0) {
    const found = `There is no secret for ${unknown.join(', ')}: sessions there do not end when a line is suspended.`;
    findings.push(nas.fault(found, 'Add them to NAS_SECRETS.'));
  } else if (servers.length === 0) findings.push(nas.skipped('No access server is known yet.'));
  return findings;
}
