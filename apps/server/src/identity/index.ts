import { join } from 'node:path';
import { brand } from '@portal/brand';
import type { Mail } from '@portal/kernel/messaging/mail';
import type { Context } from '../platform/context.ts';
import { createEncryption } from '../platform/crypto/encryption.ts';
import type { Transaction } from '../platform/database/connection.ts';
import { createPort } from '../platform/events/port.ts';
import { createFileStore } from '../platform/files/create-file-store.ts';
import type { Platform } from '../platform/platform.ts';
import type { FindCompanyNames } from './account-people/company-names.port.ts';
import { registerAccountViews } from './account-views/account-view.routes.ts';
import { createAccountViews } from './account-views/create-account-views.ts';
import { endDueViews } from './account-views/end-view.ts';
import { setVerifiedPhone } from './accounts/account.repository.ts';
import { registerAccount } from './accounts/account.routes.ts';
import { registerApiKeys } from './api-keys/api-key.routes.ts';
import { createFindKeyViewer } from './api-keys/find-key-viewer.ts';
import { anchorChain } from './audit/anchor-chain.ts';
import { pruneCustomerViews } from './audit/audit.repository.ts';
import { extendChain } from './audit/extend-chain.ts';
import { recordAudit } from './audit/record-audit.ts';
import { createDocumentViewRecorder, createViewRecorder } from './audit/record-customer-view.ts';
import { siemJobs } from './audit/siem/siem-jobs.ts';
import { confirmCorrectionsByTwo } from './corrections/confirm-by-two.ts';
import { type CorrectionOrder, correctCustomer } from './corrections/correct-customer.ts';
import { registerCorrections } from './corrections/correction.routes.ts';
import type { CorrectionDependencies } from './corrections/correction-dependencies.ts';
import { expireContactChanges } from './corrections/end-contact-changes.ts';
import { createSignInCookie } from './directory-sign-in/create-sign-in-cookie.ts';
import { registerDirectorySignIn } from './directory-sign-in/directory-sign-in.routes.ts';
import { directoryJobs, openDirectory } from './directory-sign-in/open-directory.ts';
import { accountChanged, accountMailComposed } from './events.ts';
import { registerGrievances } from './grievances/grievance.routes.ts';
import { registerIdentification } from './identification/identification.routes.ts';
import { createIdentityApprovals } from './identity-approvals/create-identity-approvals.ts';
import { registerIdentityApprovals } from './identity-approvals/identity-approval.routes.ts';
import { createWebAuthn } from './passkeys/create-web-authn.ts';
import { registerPasskeys } from './passkeys/passkey.routes.ts';
import { registerPhonePins } from './phone-pins/phone-pin.routes.ts';
import { registerPhoneVerification } from './phone-verification/phone-verification.routes.ts';
import { prunePhoneCodes } from './phone-verification/prune-phone-codes.ts';
import { recordLateDelivery } from './phone-verification/record-late-delivery.ts';
import type { TextCodes } from './phone-verification/text-codes.port.ts';
import type { BillingFacts } from './privacy/billing-facts.port.ts';
import { runDeletions } from './privacy/run-deletions.ts';
import { writeExports } from './privacy/write-exports.ts';
import { createAccountLinks } from './recovery/create-account-links.ts';
import { createTotp } from './second-factor/create-totp.ts';
import { secondFactorSecrets } from './second-factor/second-factor.repository.ts';
import { registerSecondFactor } from './second-factor/second-factor.routes.ts';
import { createSessions } from './sessions/create-sessions.ts';
import { createDeviceCookie } from './sign-in/create-device-cookie.ts';
import { createIsBreached } from './sign-in/create-is-breached.ts';
import { CHECKS_AT_ONCE, createPasswords } from './sign-in/create-passwords.ts';
import { findMergedInto } from './sign-in/merged-account.repository.ts';
import { pruneSignIns } from './sign-in/prune-sign-ins.ts';
import { createSignInRecorder } from './sign-in-help/create-sign-in-recorder.ts';
import type { ListLinkMessages } from './sign-in-help/link-messages.port.ts';
import { registerSignInHelp } from './sign-in-help/sign-in-help.routes.ts';
import { createRefusalRecorder } from './staff/record-refusal.ts';
import { registerStaffPeople } from './staff/staff-people.routes.ts';
import { registerStaffSecondFactor } from './staff/staff-second-factor.routes.ts';

export {
  findAccountContact,
  findAccountFacts,
  findMailboxOwner,
  listAccountsOf,
  listPeople,
} from './account-people/account-people.repository.ts';
export { endAccess } from './account-people/end-access.ts';
export { mergeLinkLetter } from './account-people/merge-link-mail.ts';
export { emailKey, referralCode } from './accounts/account.policy.ts';
export { lockAccount } from './accounts/account.repository.ts';
export { setAccountDisabled } from './accounts/set-account-disabled.ts';
export { recordAudit, recordAudits } from './audit/record-audit.ts';
export type { RecordCustomerView } from './audit/record-customer-view.ts';
export {
  findAccountByNumber,
  findReachedAccount,
  listAccountsOfPhone,
  listPeopleOfPhone,
  type ReachedAccount,
} from './callers/caller.repository.ts';
export { findSignInFacts } from './corrections/find-sign-in-facts.ts';
export {
  type DemoUser,
  findDemoUserId,
  hasDemoUser,
  insertDemoUser,
} from './demo-data/demo-users.ts';
export { countOverdueGrievances } from './grievances/grievance.repository.ts';
export { lockIdentifiedCustomer } from './identification/lock-identified-customer.ts';
export { requireIdentification } from './identification/require-identification.ts';
export type { IdentityApprovals } from './identity-approvals/create-identity-approvals.ts';
export { countWaitingApprovals, sharesAccount } from './identity-approvals/identity-approval.repository.ts';
export { countLookup, proveByPin } from './phone-pins/prove-by-pin.ts';
export { nigerianMobile } from './phone-verification/phone-verification.policy.ts';
export { findScheduledDeletion } from './privacy/privacy.repository.ts';
export { secondFactorSecrets } from './second-factor/second-factor.repository.ts';
export { prepareFindSession } from './sessions/session.repository.ts';
export { createPasswords } from './sign-in/create-passwords.ts';
export { listStaffAddresses, listStaffIds } from './staff/staff.repository.ts';

const PASSWORD_PLACES = 100;
const PRUNE_INTERVAL_MS = 3_600_000;
const EXPORTS_JOB = 'privacy exports';
const EXPORTS_INTERVAL_MS = 60_000;
const CHAIN_INTERVAL_MS = 60_000;
const SIGN_INS_JOB = 'note sign-ins';
const SIGN_INS_INTERVAL_MS = 5000;
const APPROVALS_INTERVAL_MS = 60_000;
const VIEWS_INTERVAL_MS = 60_000;

export type Identity = ReturnType<typeof createIdentity>;

/** Accounts, sign-in and sessions, recovery, phone verification, staff and the audit log. */
export function createIdentity(platform: Platform) {
  const { config, database, clock, randomBytes, sessionSecrets: secrets, hashKey, cookie, events } = platform;
  const sessions = createSessions({ database, cookie, secrets, randomBytes, asksSecondFactor: !config.demoData });
  const { purpose } = secondFactorSecrets;
  const encryption = createEncryption({ keys: platform.encryptionKeys, purpose, randomBytes });
  const textCodes = createPort<TextCodes>('text codes');
  const linkMessages = createPort<ListLinkMessages>('messages with links');
  const recorder = createSignInRecorder(platform);
  const companyNames = createPort<FindCompanyNames>('names of companies');
  const billingFacts = createPort<BillingFacts>('what billing knows of an account to delete');
  const privacy = {
    database,
    clock,
    randomBytes,
    logger: platform.logger,
    publish: events.publish,
    folder: join(config.dataDir, 'privacy-exports'),
    files: createFileStore(join(config.dataDir, 'uploads')),
    billingFacts: {
      findObstacles: (...asked) => billingFacts.get().findObstacles(...asked),
      findPayerAddresses: (...asked) => billingFacts.get().findPayerAddresses(...asked),
    } satisfies BillingFacts,
    hashPassword: createPasswords({ concurrent: 1, places: 1 }).hash,
    wakeExports: () => platform.jobs.wake(EXPORTS_JOB),
  };
  const identityApprovals = createIdentityApprovals({ database, clock, publish: events.publish });
  const queueEmail = (tx: Transaction, mail: Mail) => events.publish(tx, accountMailComposed, mail);
  const links = createAccountLinks({ secrets, randomBytes, origin: platform.publicUrl.origin, queueEmail });
  const corrections: CorrectionDependencies = {
    database,
    clock,
    settings: platform.settings,
    publish: events.publish,
    queueEmail,
    textCodes: () => textCodes.get(),
    links,
    approvals: identityApprovals,
  };
  confirmCorrectionsByTwo(corrections);
  return {
    sessions,
    /** The device that a browser says it is, for limits; null for one that never signed in. */
    findDevice: createDeviceCookie({ secrets, cookie, randomBytes }).serialOf,
    accountViews: createAccountViews({ database, clock, secrets }),
    findKeyViewer: createFindKeyViewer(database),
    /** Whether an account has become a part of another one. */
    isMerged: async (accountId: number) => (await findMergedInto(database, accountId)) !== null,
    recordRefusal: createRefusalRecorder({
      database,
      recordAudit,
      onError: (error) => platform.logger.warn({ err: error }, 'a refusal could not be audited'),
    }),
    /** Audits that staff have opened the page of a customer. */
    recordCustomerView: createViewRecorder({
      database,
      onError: (err, view) => platform.logger.warn({ err, ...view }, 'the view of a customer could not be audited'),
    }),
    /** Audits that staff have opened a document of a customer. */
    recordDocumentView: createDocumentViewRecorder({
      database,
      onError: (err, view) => platform.logger.warn({ err, ...view }, 'the view of a document could not be audited'),
    }),
    /** Corrects who a customer is. */
    correctCustomer: (order: CorrectionOrder) => correctCustomer(corrections, order),
    /** What lets somebody into an account and waits for a second member of staff. */
    identityApprovals,
    /** Sends codes by SMS. */
    textCodes,
    /** How far messages with links have come. */
    linkMessages,
    /** What the accounts of companies are called. */
    companyNames,
    /** What billing knows of accounts to delete. */
    billingFacts,
    /** Counts the code of a text that was accepted after its sender had stopped waiting. */
    recordLateDelivery: (messageKey: string) => recordLateDelivery(database, messageKey),
    routes: (routes) => {
      const directory = openDirectory(platform);
      const { origin, hostname } = platform.publicUrl;
      const secondFactor = {
        database,
        clock,
        settings: platform.settings,
        recordAudit,
        queueEmail,
        totp: createTotp({ encryption, hashKey, issuer: brand.name, randomBytes }),
        webAuthn: createWebAuthn({ id: hostname, name: brand.name, origin }, (error) =>
          platform.logger.info({ err: error }, 'a passkey was refused'),
        ),
      };
      const accounts = {
        secondFactor,
        hasDirectory: directory !== null,
        database,
        clock,
        randomBytes,
        sessions,
        recorder,
        passwords: createPasswords({
          concurrent: CHECKS_AT_ONCE,
          places: PASSWORD_PLACES,
          isBreached: createIsBreached(config.breachedPasswords, platform.logger),
        }),
        secrets,
        cookie,
        publish: events.publish,
        origin,
        settings: platform.settings,
        queueEmail,
        textCodes: textCodes.get(),
        findCompanyNames: companyNames.get(),
        publishChange: (id: number) => platform.publishLiveUpdate(id, 'account'),
        openCounter: platform.openCounter,
        privacy,
        limits: config.limits,
        codeLimits: config.phoneCodeLimits,
        log: platform.logger,
      };
      registerAccount(routes, accounts);
      registerStaffPeople(routes, { ...accounts, links });
      registerDirectorySignIn(routes, {
        ...accounts,
        directory,
        links,
        deviceCookie: createDeviceCookie(accounts),
        signInCookie: createSignInCookie(accounts),
        metricsRegistry: platform.metricsRegistry,
        log: platform.logger,
      });
      registerGrievances(routes, { database, clock, recordAudit, queueEmail, answerDays: config.grievanceAnswerDays });
      registerCorrections(routes, corrections);
      registerSignInHelp(routes, {
        database,
        clock,
        secrets,
        recorder,
        listLinkMessages: linkMessages.get(),
        corrections,
        links,
        codeLimits: config.phoneCodeLimits,
        log: platform.logger,
      });
      registerIdentification(routes, platform.settings);
      registerIdentityApprovals(routes, { database, clock, approvals: identityApprovals });
      registerAccountViews(routes, accounts);
      registerApiKeys(routes, { database, clock, randomBytes });
      registerPhoneVerification(routes, {
        ...textCodes.get(),
        database,
        randomBytes,
        secrets,
        log: platform.logger,
        setVerifiedPhone: async (tx, userId, phone) => {
          await setVerifiedPhone(tx, userId, phone);
          await events.publish(tx, accountChanged, { userId, change: 'updated' });
        },
        limits: config.phoneCodeLimits,
        brandName: brand.name,
      });
      registerPhonePins(routes, { database, clock, hashKey, recordAudit });
      registerSecondFactor(routes, { ...secondFactor, sessions, recorder });
      registerStaffSecondFactor(routes, { ...secondFactor, recordSecondFactor: sessions.recordSecondFactor });
      registerPasskeys(routes, { ...accounts, ...secondFactor, links, deviceCookie: createDeviceCookie(accounts) });
    },
    jobs: [
      ...directoryJobs(platform),
      ...siemJobs(platform),
      { name: 'prune sign-ins', intervalMs: PRUNE_INTERVAL_MS, work: () => pruneSignIns(database) },
      { name: SIGN_INS_JOB, intervalMs: SIGN_INS_INTERVAL_MS, work: recorder.flush },
      { name: 'identity approvals', intervalMs: APPROVALS_INTERVAL_MS, work: () => identityApprovals.expire() },
      { name: 'contact changes', intervalMs: APPROVALS_INTERVAL_MS, work: () => expireContactChanges(corrections) },
      { name: EXPORTS_JOB, intervalMs: EXPORTS_INTERVAL_MS, work: (signal) => writeExports(privacy, signal) },
      {
        name: 'privacy deletions',
        intervalMs: PRUNE_INTERVAL_MS,
        work: (signal) => runDeletions(privacy, signal),
        needsRightClock: true,
      },
      {
        name: 'audit chain',
        intervalMs: CHAIN_INTERVAL_MS,
        work: async (signal) => {
          await extendChain(database, signal);
          await anchorChain({
            database,
            clock,
            logger: platform.logger,
            recipient: () => config.auditAnchorEmail ?? platform.settings.get('contacts').supportEmail,
            queueEmail,
          });
        },
      },
      { name: 'end account views', intervalMs: VIEWS_INTERVAL_MS, work: () => endDueViews({ database, clock }) },
      { name: 'prune customer views', intervalMs: PRUNE_INTERVAL_MS, work: () => pruneCustomerViews(database) },
      { name: 'prune phone codes', intervalMs: PRUNE_INTERVAL_MS, work: () => prunePhoneCodes(database) },
    ],
    close: () =>
      recorder.flush().catch((error: unknown) => {
        platform.logger.warn({ err: error }, 'the last sign-ins were not noted');
      }),
  } satisfies Context & Record<string, unknown>;
}
