import type { AddressAnswer, AddressOwner, AddressQuestion } from '@portal/contract/network/address-owners';
import type { AuditEntry } from '@portal/kernel/audit-entry';
import type { Clock } from '@portal/kernel/clock';
import { prefixesWith, readAddress } from '@portal/kernel/ip-address';
import type { Database, Queryable, Transaction } from '../../platform/database/connection.ts';
import { beginningOf, lastExpired, monthAfter } from '../../platform/database/partitions/month.policy.ts';
import { RETENTION } from '../../platform/database/partitions/retention.ts';
import { ApiError } from '../../platform/http/errors/api-error.ts';
import { certaintyAt } from './address-owner.policy.ts';
import { findLogStart, listSessionsWithAddress } from './address-owner.repository.ts';

export type AddressOwnerDependencies = {
  readonly database: Database;
  readonly clock: Clock;
  readonly recordAudit: (tx: Transaction, entry: AuditEntry) => Promise<void>;
};

type Found = Awaited<ReturnType<typeof listSessionsWithAddress>>[number];

/** Where the months begin that are still kept. */
function keptSince(now: Date): Date {
  const months = RETENTION.find(({ table }) => table === 'usage_sessions')?.months;
  if (months === undefined) throw new Error('nothing says how long sessions are kept');
  return new Date(beginningOf(monthAfter(lastExpired(now, months), 1)));
}

/** The address itself, or the prefix of the session with it. */
function givenTo({ delegated_prefix: delegated, framed_prefix: framed }: Found, address: string): string {
  const prefixes: readonly (string | null)[] = prefixesWith(address);
  return [delegated, framed].find((prefix) => prefix !== null && prefixes.includes(prefix)) ?? address;
}

function presentOwner(row: Found, address: string, at: Date): AddressOwner[] {
  const { started_at: startedAt, last_event_at: lastEventAt, ended_at: endedAt, stopped } = row;
  const found = certaintyAt({ startedAt, isStartSure: row.is_start_sure, lastEventAt, endedAt, stopped }, at);
  if (found === null) return [];
  const { customer_id: customerId, customer_name: name, account_number: accountNumber } = row;
  return [
    {
      ...found,
      had: givenTo(row, address),
      customer: customerId === null ? null : { id: customerId, name: name ?? '', accountNumber: accountNumber ?? '' },
      line: row.line_id === null ? null : { id: row.line_id, label: row.label, place: row.place },
      login: row.username,
      mac: row.calling_station,
      accessServer: row.nas,
      startedAt: startedAt.toISOString(),
      endedAt: endedAt?.toISOString() ?? null,
      lastPacketAt: row.last_packet_at.toISOString(),
    },
  ];
}

async function readAnswer(queryable: Queryable, address: string, at: Date, now: Date): Promise<AddressAnswer> {
  const logStart = await findLogStart(queryable);
  const kept = keptSince(now);
  const since = logStart !== null && logStart < kept ? kept : logStart;
  const rows = await listSessionsWithAddress(queryable, { address, at });
  const owners = rows.flatMap((row) => presentOwner(row, address, at));
  const covers = since !== null && at >= since;
  const outcome = owners.length > 0 ? 'found' : covers ? 'nobody' : 'before-log';
  return {
    outcome,
    address,
    at: at.toISOString(),
    logSince: since?.toISOString() ?? null,
    portKnown: false,
    owners,
  };
}

/**
 * Who had an address at a moment, in the transaction that records who asked, why, and what was answered,
 * also where nothing is found. Throws ApiError address-owner.in-future.
 */
export async function answerQuestion(
  deps: AddressOwnerDependencies,
  tx: Transaction,
  {
    staffId,
    question,
    paper,
  }: { readonly staffId: number; readonly question: AddressQuestion; readonly paper: boolean },
): Promise<AddressAnswer> {
  const now = deps.clock();
  const at = new Date(question.at);
  const address = readAddress(question.address);
  if (at > now) throw new ApiError('address-owner.in-future');
  if (address === null) throw new Error('the contract let through what is no address');
  const answer = await readAnswer(tx, address, at, now);
  const { port, reason, caseNumber } = question;
  await deps.recordAudit(tx, {
    actorId: staffId,
    action: paper ? 'network.print-address-owner' : 'network.find-address-owner',
    subject: `address:${address}`,
    before: null,
    after: {
      at: answer.at,
      ...(port !== undefined && { port }),
      reason,
      caseNumber,
      outcome: answer.outcome,
      customers: answer.owners.flatMap(({ customer }) => (customer ? [customer.id] : [])),
    },
  });
  return answer;
}

/** The same as a call of its own. */
export function findAddressOwner(
  deps: AddressOwnerDependencies,
  order: { readonly staffId: number; readonly question: AddressQuestion },
): Promise<AddressAnswer> {
  return deps.database.transaction((tx) => answerQuestion(deps, tx, { ...order, paper: false }));
}
