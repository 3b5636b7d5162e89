import type { Clock } from '@portal/kernel/clock';
import type { Database } from '../../platform/database/connection.ts';
import { restrictionOf, valuesOf } from '../access/line.policy.ts';
import type { CoaOutcome } from '../access-servers/count-server-minutes.ts';
import type { AccessServerLookup } from '../access-servers/create-access-server-lookup.ts';
import { coaAttributes } from '../vendor-profiles/render-profile.ts';
import { type Attempt, judgeAttempt } from './radius-action.policy.ts';
import { type ActionRow, claimDueActions, putOffActions, recordAttempts } from './radius-action.repository.ts';
import { type Attribute, attribute, CODES, encodeRequest, ipv4 } from './radius-packet.ts';

/** How to reach an access server for RFC 5176. */
export type AccessServer = { readonly address: string; readonly port: number; readonly secret: string };

export type ActionDependencies = {
  readonly database: Database;
  readonly clock: Clock;
  readonly randomBytes: (size: number) => Buffer;
  readonly uploadPercent: number;
  readonly accessServers: Pick<AccessServerLookup, 'find' | 'findTemplates'>;
  readonly countAnswer: (nas: string, at: Date, outcome: CoaOutcome) => void;
  readonly ask: (target: AccessServer & { readonly request: Buffer }) => Promise<Attempt>;
};

/**
 * Each waits for its twenty alone: one access server that does not answer does not hold up all. Where tens of
 * thousands wait, as at the turn of a month, the line that somebody changes now is sent with the newest.
 */
const QUEUES = ['oldest', 'oldest', 'newest'] as const;
const AT_ONCE = 20;
/** Longer than an attempt takes. */
const LEASE_MS = 30_000;
/** Short, because an access server may ignore one request and answer others. */
const PUT_OFF_MS = 60_000;

function addressAttribute(type: number, address: string | null): Attribute[] {
  const bytes = address === null ? null : ipv4(address);
  return bytes ? [attribute(type, bytes)] : [];
}

/** The attributes that name the session, and for a change its new speed in the words of its access server. */
async function attributesOf(deps: ActionDependencies, action: ActionRow): Promise<Attribute[]> {
  const session = [
    attribute(1, action.username),
    ...addressAttribute(4, action.nas),
    ...addressAttribute(8, action.framedAddress),
    attribute(44, action.sessionId),
  ];
  if (action.kind === 'disconnect') return session;
  const templates = await deps.accessServers.findTemplates(action.nas);
  return [
    ...session,
    ...coaAttributes(templates, valuesOf({ ...action, restriction: restrictionOf(action) }, deps.uploadPercent)),
  ];
}

async function attempt(deps: ActionDependencies, action: ActionRow): Promise<Attempt> {
  try {
    const server = await deps.accessServers.find(action.nas);
    if (!server) return { trouble: `There is no secret for ${action.nas}: it is not on the list of access servers.` };
    const attributes = await attributesOf(deps, action);
    const ask = (secret: string): Promise<Attempt> => {
      const [id = 0] = deps.randomBytes(1);
      const request = encodeRequest({ code: CODES[action.kind], id, attributes, secret });
      return deps.ask({ port: server.port, secret, address: action.nas, request });
    };
    const answer = await ask(server.secret);
    // An access server does not answer a request that another secret signed (RFC 5176).
    return answer === 'silent' && server.previousSecret !== null ? await ask(server.previousSecret) : answer;
  } catch (error) {
    return {
      trouble:
        error instanceof Error ? `It could not be asked: ${error.message}`.slice(0, 200) : 'It could not be asked.',
    };
  }
}

function outcomeOf(attempted: Attempt, state: ReturnType<typeof judgeAttempt>['state']): CoaOutcome {
  if (attempted === 'silent' || 'trouble' in attempted) return 'silent';
  return state === 'done' ? 'done' : 'refused';
}

async function settleAction(deps: ActionDependencies, action: ActionRow) {
  const outcome = await attempt(deps, action);
  const at = deps.clock();
  const judged = judgeAttempt(action, outcome, at);
  deps.countAnswer(action.nas, at, outcomeOf(outcome, judged.state));
  return { id: action.id, nas: action.nas, isSilent: outcome === 'silent', ...judged };
}

async function workThrough(deps: ActionDependencies, first: 'oldest' | 'newest', signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const now = deps.clock();
    const leaseEnd = new Date(now.getTime() + LEASE_MS);
    const due = await claimDueActions(deps.database, { now, leaseEnd, limit: AT_ONCE, first });
    if (due.length === 0) return;
    const settled = await Promise.all(due.map((action) => settleAction(deps, action)));
    const at = deps.clock();
    // In one statement: with one for each, packets would wait for a connection behind them.
    await recordAttempts(deps.database, settled, at);
    const silent = settled.filter(({ isSilent }) => isSilent).map(({ nas }) => nas);
    for (const nas of new Set(silent))
      await putOffActions(deps.database, { nas, now: at, until: new Date(at.getTime() + PUT_OFF_MS) });
  }
}

/**
 * Sends due actions to access servers, up to 60 at a time until none is left, and records the
 * answers. The other actions for one that does not answer wait for a minute. Each action is claimed
 * by one instance. Only its Stop packet shows that a session has really ended.
 */
export async function processRadiusActions(deps: ActionDependencies, signal: AbortSignal): Promise<void> {
  await Promise.all(QUEUES.map((first) => workThrough(deps, first, signal)));
}
