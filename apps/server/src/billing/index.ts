import { join } from 'node:path';
import { listInvoices as listInvoicesEntry } from '@portal/contract/billing/invoices';
import { listLines as listLinesEntry } from '@portal/contract/billing/lines';
import { getSubscription } from '@portal/contract/billing/subscriptions';
import type { StaffRole } from '@portal/contract/platform/staff-permissions';
import type { Kobo } from '@portal/kernel/money';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import type { Catalogue } from '../catalogue/index.ts';
import { accountChanged, accountRegistered, deletionRequested } from '../identity/events.ts';
import type { Identity } from '../identity/index.ts';
import type { Messaging } from '../messaging/index.ts';
import type { Context } from '../platform/context.ts';
import { afterCommit } from '../platform/database/after-commit.ts';
import type { Queryable, Transaction } from '../platform/database/connection.ts';
import type { Reports } from '../platform/database/replica/create-reports.ts';
import { handler } from '../platform/events/domain-events.ts';
import { createPort } from '../platform/events/port.ts';
import { createFileScanner } from '../platform/files/create-file-scanner.ts';
import { createFileStore, type FileStore } from '../platform/files/create-file-store.ts';
import type { Line } from '../platform/http/authorisation/session-cookie.ts';
import type { Routes } from '../platform/http/contract/route-from-contract.ts';
import type { OpenCounter } from '../platform/http/limits/shared-counters.ts';
import type { Platform } from '../platform/platform.ts';
import type { Settings } from '../platform/settings/create-settings.ts';
import { registerAccountProof } from './account-proofs/account-proof.routes.ts';
import type { FindAddressPaper } from './account-proofs/address-paper.port.ts';
import { registerAccountingPeriod } from './accounting-periods/accounting-period.routes.ts';
import { type AddonKind, listMonthlyProducts } from './addons/addon.repository.ts';
import { endAddon, keepAddon } from './addons/end-addon.ts';
import { startAddon } from './addons/start-addon.ts';
import { registerAdjustment } from './adjustments/adjustment.routes.ts';
import { type Grant, giveCreditWithin } from './adjustments/give-credit.ts';
import { registerAgent } from './agents/agent.routes.ts';
import { registerAutoPay } from './auto-pay/auto-pay.routes.ts';
import { readAutoPay } from './auto-pay/read-auto-pay.ts';
import { registerBank } from './bank/bank.routes.ts';
import { billingJobs, MANDATE_JOB } from './billing.jobs.ts';
import { billingMetrics } from './billing.metrics.ts';
import type { BillingDependencies } from './billing-dependencies.ts';
import { registerCharge } from './charges/charge.routes.ts';
import { registerCompany } from './companies/company.routes.ts';
import { registerCounter } from './counter/counter.routes.ts';
import { pruneSlips } from './counter/slips/upload-slip.ts';
import { registerCourtesyDays } from './courtesy-days/courtesy-days.routes.ts';
import { createBillingDependencies, renewalRules } from './create-billing-dependencies.ts';
import type { FindUsedOf } from './data-bundles/bundle-usage.port.ts';
import { registerDataBundle } from './data-bundles/data-bundle.routes.ts';
import { registerStaffDataBundle } from './data-bundles/staff-data-bundle.routes.ts';
import { findBillingObstacles, findPayerAddresses, listLineIdsOf } from './deletions/deletion.repository.ts';
import { SETTLEMENT_JOB } from './gateway-settlements/read-settlements.ts';
import { registerGatewaySettlements } from './gateway-settlements/settlement.routes.ts';
import { settlementMetrics } from './gateway-settlements/settlement-metrics.ts';
import { registerIncomingTransfer } from './incoming-transfers/incoming-transfer.routes.ts';
import type { Intake } from './incoming-transfers/intake.port.ts';
import { transferMetrics } from './incoming-transfers/transfer.metrics.ts';
import { findCompanyNames } from './invoices/billing-details.repository.ts';
import { wakeCompany } from './invoices/company-billing.repository.ts';
import { createInvoicePrinter } from './invoices/documents/create-invoice-printer.ts';
import type { EInvoicing } from './invoices/e-invoices/access-points/create-e-invoicing.ts';
import { createAccessPointTiming } from './invoices/e-invoices/access-points/timed-access-point.ts';
import { eInvoiceMetrics } from './invoices/e-invoices/e-invoice.metrics.ts';
import { registerEInvoice } from './invoices/e-invoices/e-invoice.routes.ts';
import { registrationHandlers } from './invoices/e-invoices/registration-handlers.ts';
import { listInvoices } from './invoices/find-invoice.ts';
import { registerInvoice } from './invoices/invoice.routes.ts';
import { sellerOf } from './invoices/seller.ts';
import { registerLedger } from './ledger/ledger.routes.ts';
import { registerLine } from './lines/line.routes.ts';
import { listLines } from './lines/list-lines.ts';
import { requireLine } from './lines/require-line.ts';
import { registerStaffLines } from './lines/staff-line.routes.ts';
import { directDebitGateways } from './mandates/direct-debit-gateways.ts';
import { listAwaitedMandates } from './mandates/list-awaited-mandates.ts';
import { registerMandate } from './mandates/mandate.routes.ts';
import { mandateMetrics } from './mandates/mandate-metrics.ts';
import { registerOwnerChange } from './owner-changes/owner-change.routes.ts';
import type { PaperDependencies } from './papers/describe-paper.ts';
import { registerPaper } from './papers/paper.routes.ts';
import { printAttachments } from './papers/print-attachments.ts';
import { createLinkWithin } from './payment-links/create-link.ts';
import { registerPaymentLink } from './payment-links/payment-link.routes.ts';
import { type PromiseOrder, promiseWithin } from './payment-promises/make-promise.ts';
import { promiseDaysOf } from './payment-promises/payment-promise.policy.ts';
import { registerPaymentPromise } from './payment-promises/payment-promise.routes.ts';
import type { Gateway } from './payments/gateways/gateway.port.ts';
import { createGatewayTiming } from './payments/gateways/timed-gateway.ts';
import { createPaymentJobs } from './payments/payment.jobs.ts';
import { registerPayment } from './payments/payment.routes.ts';
import { createPaymentMetrics } from './payments/payment-metrics.ts';
import { registerPaymentReturn } from './payments/payment-return.routes.ts';
import { registerStaffPayment } from './payments/staff/staff-payment.routes.ts';
import type { WakeWebhookWorker } from './payments/webhooks/receive-webhook.ts';
import { createCheckDuePayment } from './received-money/check-due-payment.ts';
import { type DuePayment, openDuePayment } from './received-money/open-due-payment.ts';
import { readDue } from './received-money/read-due.ts';
import { readOwed } from './received-money/read-owed.ts';
import { registerReconciliation } from './reconciliation/reconciliation.routes.ts';
import { findReferral } from './referrals/find-referral.ts';
import { recordReferral } from './referrals/record-referral.ts';
import { registerReferral } from './referrals/referral.routes.ts';
import { registerStaffReferral } from './referrals/staff-referral.routes.ts';
import { registerPayout } from './refunds/payouts/payout.routes.ts';
import type { RenewalRules } from './renewals/renewal.policy.ts';
import { registerAccountStatement } from './statements/account-statement.routes.ts';
import { cancelWithin } from './subscriptions/cancel-subscription.ts';
import { countSubscribers } from './subscriptions/count-subscribers.ts';
import { prepareFindSubscription } from './subscriptions/find-subscription.ts';
import { registerOnBehalf } from './subscriptions/on-behalf/on-behalf.routes.ts';
import { lockOpenSubscription } from './subscriptions/subscription.repository.ts';
import { registerSubscription } from './subscriptions/subscription.routes.ts';
import { forgetClosedNumbers } from './virtual-accounts/close-numbers.ts';
import { numbersJob } from './virtual-accounts/open-numbers.ts';
import { listNumbers } from './virtual-accounts/virtual-account.repository.ts';
import { registerVirtualAccount } from './virtual-accounts/virtual-account.routes.ts';
import { createVoucherAttempts } from './vouchers/create-voucher-attempts.ts';
import { createVoucherUse, type VoucherUse } from './vouchers/create-voucher-use.ts';
import { type RedeemOrder, redeemVoucher, type VoucherDependencies } from './vouchers/redeem-voucher.ts';
import { registerVoucher } from './vouchers/voucher.routes.ts';
import { createVoucherMetrics } from './vouchers/voucher-metrics.ts';
import { registerWriteOff } from './write-offs/write-off.routes.ts';

export { groupedCode, proofCode } from './account-proofs/account-proof.policy.ts';
export { demoAddons, offerDemoAddresses } from './demo-data/demo-addons.ts';
export { type DemoCustomer, payDemoCharges, payDemoMonth } from './demo-data/pay-demo-month.ts';
export { moveStepsTo, seedSavedCard } from './demo-data/seed-billing.ts';
export { seedDemoAgents } from './demo-data/seed-demo-agents.ts';
export { seedDemoBank } from './demo-data/seed-demo-bank.ts';
export { seedSettlements } from './demo-data/seed-settlements.ts';
export { bookableSum } from './incoming-transfers/incoming-transfer.repository.ts';
export type { Intake } from './incoming-transfers/intake.port.ts';
export { partyLines } from './invoices/documents/invoice-document.ts';
export type { LetterDocument } from './invoices/documents/letter-document.ts';
export type { PayCardDocument } from './invoices/documents/pay-card-document.ts';
export type { EInvoicing } from './invoices/e-invoices/access-points/create-e-invoicing.ts';
export { documentNumber } from './invoices/invoice.policy.ts';
export { takeNumbers } from './invoices/invoice.repository.ts';
export { sumOpenInvoices } from './invoices/issued-invoice.repository.ts';
export { sellerOf } from './invoices/seller.ts';
export { sendPdf } from './invoices/send-invoice.ts';
export type { InvoiceParty } from './invoices/supply.ts';
export { findCredit } from './ledger/ledger.repository.ts';
export { moveAllCredit, moveCredit } from './ledger/move-credit.ts';
export { proveAccounts } from './ledger/prove-accounts.repository.ts';
export { listLines } from './lines/list-lines.ts';
export { lineInAudit, requireLine } from './lines/require-line.ts';
export type { Gateway } from './payments/gateways/gateway.port.ts';
export { listPayments } from './payments/list-payments.ts';
export {
  countFailedWebhooks,
  listFailedWebhooks,
  retryWebhooks,
} from './payments/webhooks/failed-webhook.repository.ts';
export { recordReferral } from './referrals/record-referral.ts';
export { refundIsToPayOut } from './refunds/payouts/payout.repository.ts';
export { savedCardTokens } from './saved-cards/saved-card.repository.ts';
export { extendForOutage } from './subscriptions/extend-for-outage.ts';
export { findSubscription } from './subscriptions/find-subscription.ts';

const PRUNE_INTERVAL_MS = 3_600_000;
const DAY_MS = 24 * 3_600_000;
/** As many as the web app requests at once. */
const INVOICES_A_PAGE = 10;

export type Billing = ReturnType<typeof createBilling>;

/** The calls of billing, in written order. */
function serveBilling(
  routes: Routes,
  { raw, files: fileScope }: { readonly raw: FastifyInstance; readonly files: FastifyInstance },
  deps: PaperDependencies &
    VoucherDependencies & {
      readonly openCounter: OpenCounter;
      readonly paymentUrl: URL;
      readonly voucherUse: VoucherUse;
      readonly reports: Reports;
      readonly files: FileStore;
      readonly settings: Pick<Settings, 'get'>;
      readonly readSettlementsSoon: () => void;
    },
  wake: {
    readonly webhookWorker: WakeWebhookWorker;
    readonly matching: () => void;
    readonly registration: () => void;
    readonly mandates: () => void;
    readonly numbers: (intake: Pick<Intake, 'id'>) => void;
  },
): void {
  registerLine(routes, deps);
  registerStaffLines(routes, deps);
  registerOwnerChange(routes, deps);
  registerSubscription(routes, deps);
  registerOnBehalf(routes, deps);
  registerPaymentReturn(raw);
  registerPayment(routes, {
    ...deps,
    webhookScope: raw,
    wakeWebhookWorker: wake.webhookWorker,
    wakeMandates: wake.mandates,
  });
  registerInvoice(routes, deps);
  registerEInvoice(routes, deps, wake.registration);
  registerDataBundle(routes, deps);
  registerStaffDataBundle(routes, deps);
  registerAutoPay(routes, deps);
  registerMandate(routes, deps, wake.mandates);
  registerAdjustment(routes, deps);
  registerCharge(routes, deps);
  registerWriteOff(routes, deps);
  registerCompany(routes, deps);
  registerAccountStatement(routes, deps);
  registerPaper(routes, deps);
  registerAccountProof(routes, deps);
  registerCounter(routes, { ...deps, fileScope, wakeMatching: wake.matching });
  registerPayout(routes, deps);
  registerVoucher(routes, deps);
  registerAgent(routes, deps);
  registerPaymentLink(routes, deps);
  registerVirtualAccount(routes, deps, wake.numbers);
  registerIncomingTransfer(routes, deps);
  registerPaymentPromise(routes, deps);
  registerCourtesyDays(routes, deps);
  registerReferral(routes, deps);
  registerStaffPayment(routes, deps);
  registerStaffReferral(routes, deps);
  registerReconciliation(routes, deps);
  registerGatewaySettlements(routes, { ...deps, fileScope });
  registerLedger(routes, deps);
  registerAccountingPeriod(routes, deps);
  registerBank(routes, { ...deps, fileScope, wakeMatching: wake.matching });
}

/**
 * The customer's subscription, their lines where there are several, and, where a bill is open, the newest invoices: they are at the top
 * of the page.
 */
function createOverview(
  deps: Pick<BillingDependencies, 'database' | 'intakes'>,
  rules: RenewalRules,
): NonNullable<Context['readOverview']> {
  const { database } = deps;
  const findPreparedSubscription = prepareFindSubscription(database, rules);
  return async ({ id: userId, role, lines: all }, { lineId }) => {
    const [subscription, lines, invoices] = await Promise.all([
      findPreparedSubscription(lineId),
      (all?.length ?? 0) > 1 ? listLines(database, userId) : null,
      role === 'technical' ? [] : listInvoices(deps, { userId, limit: INVOICES_A_PAGE }),
    ]);
    return {
      [getSubscription.path]: z.parse(getSubscription.answer, subscription),
      ...(lines && { [listLinesEntry.path]: z.parse(listLinesEntry.answer, lines) }),
      ...(invoices.some(({ status }) => status === 'open') && {
        [`${listInvoicesEntry.path}?limit=${INVOICES_A_PAGE}`]: z.parse(listInvoicesEntry.answer, invoices),
      }),
    };
  };
}

/**
 * Subscriptions and their renewals, invoices, payments through the gateways, saved cards, credit,
 * referrals, refunds, the ledger.
 */
export function createBilling(
  platform: Platform,
  {
    identity,
    messaging,
    catalogue,
    gateways: adapters,
    eInvoicing: configured,
    intakes,
    checkoutOrigins,
  }: {
    readonly identity: Identity;
    readonly messaging: Messaging;
    readonly catalogue: Catalogue;
    readonly gateways: readonly Gateway[];
    readonly eInvoicing: EInvoicing | null;
    readonly intakes: readonly Intake[];
    readonly checkoutOrigins: readonly string[];
  },
) {
  const { config, database, publishLiveUpdate, jobs: runner, events } = platform;
  catalogue.countSubscribers.connect(countSubscribers);
  identity.companyNames.connect(findCompanyNames);
  identity.billingFacts.connect({ findObstacles: findBillingObstacles, findPayerAddresses });
  const addressPapers = createPort<FindAddressPaper>('papers about who had an address');
  const dataBundleUsage = createPort<FindUsedOf>('used part of bought extra data');
  const gateways = adapters.map(createGatewayTiming(platform.metricsRegistry));
  const eInvoicing = configured && {
    ...configured,
    accessPoint: createAccessPointTiming(platform.metricsRegistry)(configured.accessPoint),
  };
  const deps = createBillingDependencies({
    ...platform,
    gateways,
    intakes,
    eInvoicing,
    metrics: createPaymentMetrics(platform.metricsRegistry, gateways),
    checkoutOrigins,
    notify: messaging.notify,
    queueEmail: messaging.queueEmail,
    queueSms: messaging.queueSms,
    publish: events.publish,
    findUsedOf: (queryable, month) => dataBundleUsage.get()(queryable, month),
  });
  const files = createFileStore(join(config.dataDir, 'uploads'), createFileScanner(config.clamdUrl, platform.logger));
  const printer = createInvoicePrinter();
  const paperDeps: PaperDependencies = {
    ...deps,
    printer,
    initialSeller: sellerOf({ get: platform.settings.initial }),
    randomBytes: platform.randomBytes,
    speakIn: messaging.speakIn,
    canText: messaging.textMessages.canText,
    documentUrl: (token) => `${platform.publicUrl.origin}/document#token=${token}`,
    checkProofAt: `${platform.publicUrl.origin}/check-proof`,
    recordDocumentView: identity.recordDocumentView,
    findAddressPaper: (queryable, number) => addressPapers.get()(queryable, number),
  };
  messaging.mailAttachments.connect((attached) => printAttachments(paperDeps, attached));
  const voucherUse = createVoucherUse(database);
  const voucherDeps: VoucherDependencies = {
    ...deps,
    voucherAttempts: createVoucherAttempts(platform.openCounter),
    voucherMetrics: createVoucherMetrics(platform.metricsRegistry),
  };
  const paymentJobs = createPaymentJobs(deps);
  const wakeWebhookWorker: WakeWebhookWorker = (sender) => runner.wake(`webhooks of ${sender}`);
  return {
    findFirstLine: async (accountId: number) => (await requireLine(database, { accountId })).lineId,
    /** How much of a month's data bundles is used. */
    dataBundleUsage,
    /** The network's papers that anybody checks by number and code. */
    addressPapers,
    printLetter: printer.print,
    /** The numbers at banks that take money for an account now. */
    listAccountNumbers: async (accountId: number) => {
      const numbers = await listNumbers(database, accountId);
      return numbers
        .filter(({ status }) => status === 'active')
        .map(({ bank, accountNumber }) => ({ bank, accountNumber }));
    },
    /** What somebody pays for an account without being told more of it than what is due. */
    duePayments: {
      read: (accountId: number) => readDue(deps, database, accountId),
      open: (order: DuePayment) => openDuePayment(deps, order),
      check: createCheckDuePayment(deps),
    },
    checkProofAt: paperDeps.checkProofAt,
    /** Whether documents are registered with the tax authority. */
    hasEInvoicing: eInvoicing !== null,
    /** Whether customers have account numbers of their own. */
    hasAccountNumbers: intakes.length > 0,
    /** Uses a voucher for an account, by any way there is. */
    redeemVoucher: (order: RedeemOrder) => redeemVoucher(voucherDeps, order),
    hashVoucherCode: deps.hashVoucherCode,
    /** Has the stored webhooks of all who send any processed soon. */
    wakeWebhookWorkers: () => paymentJobs.senders.forEach(wakeWebhookWorker),
    /** Gives credit in the caller's transaction, once for each request; null for a repeat. */
    giveCredit: (tx: Transaction, grant: Grant) => giveCreditWithin(deps, tx, grant),
    /** What lines pay month by month beside their plan, each in the caller's transaction. */
    addons: {
      /** Locks the open subscription of a line before anything of its add-ons. */
      lock: async (tx: Transaction, lineId: number) => void (await lockOpenSubscription(tx, lineId)),
      start: (
        tx: Transaction,
        order: { readonly lineId: number; readonly kind: AddonKind; readonly staffId: number },
      ) => startAddon(deps, tx, order),
      end: (tx: Transaction, order: { readonly id: string; readonly now: Date }) => endAddon(deps, tx, order),
      keep: keepAddon,
      listOffered: listMonthlyProducts,
    },
    /** Makes a promise to pay in the caller's transaction, who publishes the live update; it refuses before it writes. */
    promiseWithin: (tx: Transaction, order: PromiseOrder) => promiseWithin(deps, tx, order),
    /** The most days ahead that these roles may promise now. */
    promiseDaysOf: (roles: readonly StaffRole[]) => promiseDaysOf(roles, deps.paymentTime()),
    /** Whether credit of a sum has to be approved by a second person. */
    needsApproval: (sum: Kobo) => sum > deps.approvalAboveKobo(),
    /** What an account has to pay now and next. */
    readOwed: (queryable: Queryable, accountId: number, now: Date) => readOwed(deps, queryable, accountId, now),
    /** Makes a link to pay a sum for somebody who asks for it through a channel, in the caller's transaction; null for a repeat. */
    createLinkWithin: (
      tx: Transaction,
      order: Parameters<typeof createLinkWithin>[2],
      sendLink: Parameters<typeof createLinkWithin>[3],
    ) => createLinkWithin(deps, tx, order, sendLink),
    readAutoPay: (queryable: Queryable, line: Line) => readAutoPay(deps, queryable, line),
    listAwaitedMandates: (queryable: Queryable, accountId: number) => listAwaitedMandates(deps, queryable, accountId),
    findReferral,
    routes: (routes, scopes) =>
      serveBilling(
        routes,
        scopes,
        {
          ...paperDeps,
          ...voucherDeps,
          openCounter: platform.openCounter,
          paymentUrl: new URL('/payment', platform.publicUrl),
          voucherUse,
          reports: platform.reports,
          files,
          settings: platform.settings,
          readSettlementsSoon: () => platform.requestJob(SETTLEMENT_JOB),
        },
        {
          webhookWorker: wakeWebhookWorker,
          matching: () => runner.wake('bank lines'),
          registration: () => runner.wake('e-invoices'),
          mandates: () => runner.wake(MANDATE_JOB),
          numbers: (intake) => runner.wake(numbersJob(intake)),
        },
      ),
    close: printer.close,
    jobs: [
      ...billingJobs(deps, { paymentJobs, voucherUse, reconcileIntervalS: config.reconcileIntervalS }),
      { name: 'prune deposit slips', intervalMs: PRUNE_INTERVAL_MS, work: () => pruneSlips({ database, files }) },
      ...(intakes.length > 0
        ? [
            { name: 'closed account numbers', intervalMs: DAY_MS, work: () => forgetClosedNumbers(deps) },
            transferMetrics(platform.metricsRegistry, deps),
          ]
        : []),
      ...billingMetrics(platform.metricsRegistry, database, platform.clock),
      ...settlementMetrics(platform.metricsRegistry, deps),
      ...(directDebitGateways(gateways).length > 0
        ? [mandateMetrics(platform.metricsRegistry, database, platform.clock)]
        : []),
      ...(eInvoicing ? [eInvoiceMetrics(platform.metricsRegistry, database, deps.clock)] : []),
    ],
    handlers: [
      ...(eInvoicing ? registrationHandlers(deps.clock) : []),
      handler(accountRegistered, 'record who referred the customer', async (tx, { referralCode, userId, now }) => {
        if (referralCode === null) return;
        const referrerId = await recordReferral(tx, { referralCode, refereeId: userId, now });
        if (referrerId !== null) afterCommit(tx, () => publishLiveUpdate(referrerId, 'referral'));
      }),
      handler(accountChanged, 'bill a company that is enabled again', async (tx, { userId, change }) => {
        if (change === 'enabled') await wakeCompany(tx, userId, deps.clock());
      }),
      handler(deletionRequested, 'cancel the lines of accounts that end', async (tx, { accountIds }) => {
        for (const lineId of await listLineIdsOf(tx, accountIds)) {
          await cancelWithin(deps, tx, { lineId, reason: 'The account is to be deleted' });
        }
        for (const id of accountIds) afterCommit(tx, () => publishLiveUpdate(id, 'subscription'));
      }),
    ],
    facts: () => ({
      ...(intakes.length > 0 && { accountNumbers: true as const }),
      ...(voucherUse.isKnown() && { vouchers: true as const }),
    }),
    readOverview: createOverview(deps, renewalRules(platform.settings)),
  } satisfies Context & Record<string, unknown>;
}
