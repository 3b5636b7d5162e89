import type {
  GatewaySettlement,
  SettlementDetail,
  SettlementFinding,
  SettlementGateway,
  SettlementItem,
  SettlementStatus,
  UnsettledPayment,
} from '@portal/contract/billing/gateway-settlements';
import { DAY_MS, lagosMidnight } from '@portal/kernel/calendar';
import { nairaFromKobo, toKobo } from '@portal/kernel/money';
import type { Database, Queryable } from '../../platform/database/connection.ts';
import { isUuid } from '../../platform/database/is-uuid.ts';
import { ApiError } from '../../platform/http/errors/api-error.ts';
import type { BillingDependencies } from '../billing-dependencies.ts';
import { type Collecting, listCollectors } from './collectors.ts';
import { type FindingRow, listFindings } from './finding.repository.ts';
import { listReadings } from './reading.repository.ts';
import { findFirstDay, findSettlementRow, listItemRows, listSettlementRows } from './settlement-list.repository.ts';
import { listUnsettled, sumUnsettled } from './unsettled.repository.ts';

const PAGE_SIZE = 50;
const MOST_FINDINGS = 200;
const MOST_UNSETTLED = 200;
/** Two working days with a weekend between them and a day to spare; a report comes once a week at most. */
const UNSETTLED_AFTER_DAYS = { call: 5, report: 12 };
/** Older ones are not looked for, however long there has been a portal. */
const UNSETTLED_BACK_DAYS = 90;

type Row = Awaited<ReturnType<typeof listSettlementRows>>[number];

function present({ settlement: row, findings }: Row): GatewaySettlement {
  return {
    id: row.id,
    gateway: row.gateway,
    settlementId: row.settlementId,
    status: row.status,
    settledOn: row.settledOn,
    gross: nairaFromKobo(row.gross),
    fees: nairaFromKobo(row.fees),
    feeVat: nairaFromKobo(row.feeVat),
    payerFees: nairaFromKobo(row.payerFees),
    refunds: nairaFromKobo(row.refunds),
    chargebacks: nairaFromKobo(row.chargebacks),
    stampDuty: nairaFromKobo(row.stampDuty),
    unexplained: nairaFromKobo(row.unexplained),
    net: nairaFromKobo(row.net),
    suspense: nairaFromKobo(row.suspense),
    paidToAccount: row.paidToAccount,
    paidToBank: row.paidToBank,
    bankReference: row.bankReference,
    readAt: row.readAt.toISOString(),
    bookedAt: row.bookedAt?.toISOString() ?? null,
    payments: row.payments,
    findings,
  };
}

export async function listSettlements(
  database: Database,
  query: {
    readonly gateway?: string | undefined;
    readonly status?: SettlementStatus | undefined;
    readonly after?: string | undefined;
    readonly limit?: number | undefined;
    readonly hasFindings: boolean;
  },
): Promise<GatewaySettlement[]> {
  const { gateway = null, status = null, after = null, hasFindings, limit = PAGE_SIZE } = query;
  if (after !== null && !isUuid(after)) return [];
  return (await listSettlementRows(database, { gateway, status, after, hasFindings, limit })).map(present);
}

const nairaOf = (value: string | number | null) => (typeof value === 'number' ? nairaFromKobo(toKobo(value)) : value);

function presentFinding({
  finding,
  email,
  firstName,
  lastName,
}: {
  readonly finding: FindingRow;
  readonly email: string | null;
  readonly firstName: string | null;
  readonly lastName: string | null;
}): SettlementFinding {
  const { id, kind, subject, details, foundAt, resolvedAt, reason } = finding;
  const by = [firstName, lastName].filter(Boolean).join(' ') || email;
  return {
    id,
    kind: kind as SettlementFinding['kind'],
    subject: subject || null,
    details: Object.fromEntries(Object.entries(details).map(([name, value]) => [name, nairaOf(value)])),
    foundAt: foundAt.toISOString(),
    resolved: resolvedAt && { at: resolvedAt.toISOString(), by, reason },
  };
}

/** Throws settlement.not-found. */
export async function readSettlement(database: Queryable, id: string): Promise<SettlementDetail> {
  const row = isUuid(id) ? await findSettlementRow(database, id) : null;
  if (!row) throw new ApiError('settlement.not-found');
  const listed = await listFindings(database, id, MOST_FINDINGS);
  return { ...present(row), listed: listed.map(presentFinding) };
}

export async function listItems(
  database: Database,
  {
    id,
    after = null,
    limit = PAGE_SIZE,
  }: { readonly id: string; readonly after?: string | undefined | null; readonly limit?: number | undefined },
): Promise<SettlementItem[]> {
  if (!isUuid(id) || (after !== null && !isUuid(after))) return [];
  const rows = await listItemRows(database, { settlement: id, after, limit });
  return rows.map(({ item, ours }) => ({
    id: item.id,
    kind: item.kind,
    reference: ours ?? item.reference,
    vendorReference: item.vendorReference,
    isOurs: ours !== null,
    amount: nairaFromKobo(item.amount),
    fee: nairaFromKobo(item.fee),
  }));
}

/** Which payments of a gateway should be settled by now; null before its first settlement. */
async function dueWindow(database: Queryable, gateway: string, now: Date, days: number) {
  const first = await findFirstDay(database, gateway);
  if (first === null) return null;
  const oldest = now.getTime() - UNSETTLED_BACK_DAYS * DAY_MS;
  return {
    gateways: [gateway],
    since: new Date(Math.max(oldest, lagosMidnight(first).getTime())),
    paidBefore: new Date(now.getTime() - days * DAY_MS),
  };
}

const daysOf = (gateway: { readonly settlements: unknown } | undefined) =>
  gateway?.settlements ? UNSETTLED_AFTER_DAYS.call : UNSETTLED_AFTER_DAYS.report;

/** How the settlements of each gateway are read, and what is not settled yet. */
export async function listGateways(
  deps: Collecting & Pick<BillingDependencies, 'clock'>,
  database: Queryable,
): Promise<SettlementGateway[]> {
  const readings = new Map((await listReadings(database)).map((row) => [row.gateway, row]));
  return Promise.all(
    listCollectors(deps).map(async (gateway) => {
      const days = daysOf(gateway);
      const window = await dueWindow(database, gateway.id, deps.clock(), days);
      const [sum] = window ? await sumUnsettled(database, window) : [];
      const row = readings.get(gateway.id);
      return {
        gateway: gateway.id,
        name: gateway.name,
        by: gateway.settlements ? 'call' : 'report',
        readAt: row?.readAt?.toISOString() ?? null,
        failedAt: row?.failedAt?.toISOString() ?? null,
        failure: row?.failure ?? null,
        nextAt: (gateway.settlements && row?.nextAt?.toISOString()) || null,
        feeVat: row?.feeVat ?? 'none',
        columns: row?.reportColumns ?? null,
        unsettledAfterDays: days,
        unsettled: window && {
          count: sum?.count ?? 0,
          amount: nairaFromKobo(sum?.amountKobo ?? toKobo(0)),
          oldestPaidAt: sum?.oldest.toISOString() ?? null,
        },
      };
    }),
  );
}

export async function listUnsettledPayments(
  deps: Collecting & Pick<BillingDependencies, 'clock'>,
  database: Queryable,
  gateway: string,
): Promise<UnsettledPayment[]> {
  const now = deps.clock();
  const days = daysOf(listCollectors(deps).find(({ id }) => id === gateway));
  const window = await dueWindow(database, gateway, now, days);
  if (!window) return [];
  const rows = await listUnsettled(database, { ...window, limit: MOST_UNSETTLED });
  return rows.map(({ reference, userId, amountKobo, paidAt }) => ({
    reference,
    customerId: userId,
    amount: nairaFromKobo(amountKobo),
    paidAt: paidAt.toISOString(),
    days: Math.floor((now.getTime() - paidAt.getTime()) / DAY_MS),
  }));
}
