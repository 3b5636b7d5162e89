import {
  getSettlement,
  importSettlementReport,
  listSettlements as listEntry,
  listSettlementGateways,
  listSettlementItems,
  readSettlementsNow,
  resolveSettlementFinding,
  setFeeVat,
  listUnsettledPayments as unsettledEntry,
} from '@portal/contract/billing/gateway-settlements';
import type { FastifyInstance } from 'fastify';
import type { Reports } from '../../platform/database/replica/create-reports.ts';
import type { Routes } from '../../platform/http/contract/route-from-contract.ts';
import type { BillingDependencies } from '../billing-dependencies.ts';
import { importReport } from './import-report.ts';
import {
  listGateways,
  listItems,
  listSettlements,
  listUnsettledPayments,
  readSettlement,
} from './read-settlement-lists.ts';
import { askForReading, chooseFeeVat, resolveFinding } from './resolve-finding.ts';

/** What gateways paid out, and what staff find out about it. `fileScope` takes their reports. */
export function registerGatewaySettlements(
  routes: Routes,
  deps: BillingDependencies & {
    readonly reports: Reports;
    readonly fileScope: FastifyInstance;
    readonly readSettlementsSoon: () => void;
  },
): void {
  const { reports } = deps;
  routes.serve(listEntry, async ({ query, reply }) => {
    const { findings, ...filter } = query;
    return reports.read(reply, (database) =>
      listSettlements(database, { ...filter, hasFindings: findings === 'open' }),
    );
  });
  routes.serve(getSettlement, async ({ params }) => readSettlement(deps.database, params.id));
  routes.serve(listSettlementItems, async ({ params, query, reply }) =>
    reports.read(reply, (database) => listItems(database, { ...params, ...query })),
  );
  routes.serve(resolveSettlementFinding, async ({ viewer, params, body }) => {
    await resolveFinding(deps, { ...body, id: params.id, staffId: viewer.user.id });
    return { success: true as const, message: 'The finding is resolved.' };
  });

  routes.serve(listSettlementGateways, async () => listGateways(deps, deps.database));
  routes.serve(unsettledEntry, async ({ params, reply }) =>
    reports.read(reply, (database) => listUnsettledPayments(deps, database, params.gateway)),
  );
  routes.serve(setFeeVat, async ({ viewer, params, body }) => {
    await chooseFeeVat(deps, { ...body, gateway: params.gateway, staffId: viewer.user.id });
    return { success: true as const, message: 'Settlements that are booked from now on follow it.' };
  });
  routes.serve(readSettlementsNow, async ({ viewer, params }) => {
    await askForReading(deps, { gateway: params.gateway, staffId: viewer.user.id });
    deps.readSettlementsSoon();
    return { success: true as const, message: 'The settlements are being read.' };
  });
  routes.serve(
    importSettlementReport,
    async ({ viewer, query, request }) => {
      const { gateway, dryRun, ...chosen } = query;
      const isDryRun = dryRun === 'true';
      const report = await importReport(deps, { gateway, chosen, isDryRun, staffId: viewer.user.id }, request.body);
      const message = isDryRun ? 'This is how the report is read.' : 'The report is imported.';
      return { success: true as const, message, report };
    },
    { scope: deps.fileScope },
  );
}
