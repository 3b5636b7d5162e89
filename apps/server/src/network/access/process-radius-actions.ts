import type { Clock } from '@portal/kernel/clock';
import type { Database } from '../../platform/database/connection.ts';
import { LIMIT_POLICY, mikrotikRateLimit, ratesOf } from './line.policy.ts';
import { type Attempt, judgeAttempt } from './radius-action.policy.ts';
import { type ActionRow, claimDueActions, putOffActions, recordAttempt } from './radius-action.repository.ts';
import {
  type Attribute,
  attribute,
  CODES,
  encodeRequest,
  ipv4,
  vendorAttribute,
  wholeNumber,
} from './radius-packet.ts';

/** How to reach an access server for RFC 5176. */
export type AccessServer = { readonly address: string; readonly port: number; readonly secret: string };

export type ActionDependencies = {
  readonly database: Database;
  readonly clock: Clock;
  readonly randomBytes: (size: number) => Buffer;
  readonly uploadPercent: number;
  /** By address; `*` applies to all others. */
  readonly accessServers: readonly AccessServer[];
  /** While a secret is turned: the ones that some access servers may still have. */
  readonly previousAccessServers: readonly AccessServer[];
  readonly ask: (target: AccessServer & { readonly request: Buffer }) => Promise<Attempt>;
};

const AT_ONCE = 20;
/** Longer than an attempt takes. */
const LEASE_MS = 30_000;
/** Short, because an access server may ignore one request and answer others. */
const PUT_OFF_MS = 60_000;

const FILTER_ID = 11;
const MIKROTIK = { vendor: 14_988, rateLimit: 8, addressList: 19 };
const WISPR = { vendor: 14_122, maxUp: 7, maxDown: 8 };

function addressAttribute(type: number, address: string | null): Attribute[] {
  const bytes = address === null ? null : ipv4(address);
  return bytes ? [attribute(type, bytes)] : [];
}

/** The attributes that name the session, and for a change its new speed. */
function attributesOf(action: ActionRow, uploadPercent: number): Attribute[] {
  const session = [
    attribute(1, action.username),
    ...addressAttribute(4, action.nas),
    ...addressAttribute(8, action.framedAddress),
    attribute(44, action.sessionId),
  ];
  if (action.kind === 'disconnect') return session;
  const byPlan = ratesOf(action.downloadMbps, uploadPercent);
  const rates = { ...byPlan, up: action.uploadMbps ?? byPlan.up };
  const bits = (megabits: number) => wholeNumber(Math.min(megabits * 1_000_000, 2 ** 32 - 1));
  return [
    ...session,
    ...(action.limited === 'stop'
      ? [attribute(FILTER_ID, LIMIT_POLICY), vendorAttribute(MIKROTIK.vendor, MIKROTIK.addressList, LIMIT_POLICY)]
      : []),
    vendorAttribute(MIKROTIK.vendor, MIKROTIK.rateLimit, mikrotikRateLimit(rates)),
    vendorAttribute(WISPR.vendor, WISPR.maxDown, bits(rates.down)),
    vendorAttribute(WISPR.vendor, WISPR.maxUp, bits(rates.up)),
  ];
}

function serverOf(known: readonly AccessServer[], nas: string): AccessServer | undefined {
  return known.find(({ address }) => address === nas) ?? known.find(({ address }) => address === '*');
}

async function attempt(deps: ActionDependencies, action: ActionRow): Promise<Attempt> {
  const server = serverOf(deps.accessServers, action.nas);
  if (!server) return { trouble: `There is no secret for the access server ${action.nas} (NAS_SECRETS).` };
  const previous = serverOf(deps.previousAccessServers, action.nas);
  const attributes = attributesOf(action, deps.uploadPercent);
  const ask = (asked: AccessServer): Promise<Attempt> => {
    const [id = 0] = deps.randomBytes(1);
    const request = encodeRequest({ code: CODES[action.kind], id, attributes, secret: asked.secret });
    return deps.ask({ ...asked, address: action.nas, request });
  };
  try {
    const answer = await ask(server);
    // An access server does not answer a request that another secret signed (RFC 5176).
    return answer === 'silent' && previous ? await ask(previous) : answer;
  } catch (error) {
    return {
      trouble:
        error instanceof Error ? `It could not be asked: ${error.message}`.slice(0, 200) : 'It could not be asked.',
    };
  }
}

/**
 * Sends due actions to access servers, up to 20 at a time until none is left, and records the
 * answers. The other actions for one that does not answer wait for a minute. Each action is claimed
 * by one instance. Only its Stop packet shows that a session has really ended.
 */
export async function processRadiusActions(deps: ActionDependencies, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const now = deps.clock();
    const leaseEnd = new Date(now.getTime() + LEASE_MS);
    const due = await claimDueActions(deps.database, { now, leaseEnd, limit: AT_ONCE });
    if (due.length === 0) return;
    await Promise.all(
      due.map(async (action) => {
        const outcome = await attempt(deps, action);
        const at = deps.clock();
        await recordAttempt(deps.database, action.id, { ...judgeAttempt(action, outcome, at), updatedAt: at });
        if (outcome !== 'silent') return;
        await putOffActions(deps.database, { nas: action.nas, now: at, until: new Date(at.getTime() + PUT_OFF_MS) });
      }),
    );
  }
}
