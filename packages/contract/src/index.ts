import * as company from './billing/companies.ts';
import * as dataBundle from './billing/data-bundles.ts';
import * as invoice from './billing/invoices.ts';
import * as ledger from './billing/ledger.ts';
import * as line from './billing/lines.ts';
import * as autoPay from './billing/payments/auto-pay.ts';
import * as paymentLink from './billing/payments/payment-links.ts';
import * as payment from './billing/payments/payments.ts';
import * as staffPaymentLink from './billing/payments/staff-payment-links.ts';
import * as staffPayment from './billing/payments/staff-payments.ts';
import * as staffPayout from './billing/payments/staff-payouts.ts';
import * as reconciliation from './billing/reconciliation.ts';
import * as referral from './billing/referrals.ts';
import * as adjustment from './billing/staff-adjustments.ts';
import * as charge from './billing/staff-charges.ts';
import * as staffCompany from './billing/staff-companies.ts';
import * as counter from './billing/staff-counter.ts';
import * as staffDataBundle from './billing/staff-data-bundles.ts';
import * as staffReferral from './billing/staff-referrals.ts';
import * as staffSubscription from './billing/staff-subscriptions.ts';
import * as writeOff from './billing/staff-write-offs.ts';
import * as subscription from './billing/subscriptions.ts';
import * as plan from './catalogue/plans.ts';
import * as staffPlan from './catalogue/staff-plans.ts';
import * as staffAnnouncement from './console/announcements.ts';
import * as staffArchive from './console/archives.ts';
import * as audit from './console/audit.ts';
import * as bulkAction from './console/bulk-actions.ts';
import * as customerNote from './console/customer-notes.ts';
import * as staffCustomer from './console/customers.ts';
import * as earlierPayment from './console/earlier-payments.ts';
import * as staffExport from './console/exports.ts';
import * as staffImport from './console/imports.ts';
import * as operations from './console/operations.ts';
import * as overview from './console/overview.ts';
import * as savedFilter from './console/saved-filters.ts';
import * as staffSearch from './console/search.ts';
import * as securityIncident from './console/security-incidents.ts';
import * as setting from './console/settings.ts';
import * as webhookEndpoint from './console/webhook-endpoints.ts';
import * as accountPeople from './identity/account-people.ts';
import * as account from './identity/accounts.ts';
import * as directorySignIn from './identity/directory-sign-in.ts';
import * as grievance from './identity/grievances.ts';
import * as passkeys from './identity/passkeys.ts';
import * as phoneVerification from './identity/phone-verification.ts';
import * as privacy from './identity/privacy.ts';
import * as profile from './identity/profile.ts';
import * as proof from './identity/proof.ts';
import * as accountRecovery from './identity/recovery.ts';
import * as secondFactor from './identity/second-factor.ts';
import * as staffAccount from './identity/staff-accounts.ts';
import * as apiKey from './identity/staff-api-keys.ts';
import * as staffPeople from './identity/staff-people.ts';
import * as staffSignIn from './identity/staff-sign-in.ts';
import * as consent from './messaging/consents.ts';
import * as notification from './messaging/notices.ts';
import * as networkAccess from './network/access.ts';
import * as networkStatus from './network/incidents.ts';
import * as outageCredit from './network/outage-credits.ts';
import * as speedTest from './network/speed-tests.ts';
import * as staffNetwork from './network/staff-incidents.ts';
import * as staffOutage from './network/staff-outage-credits.ts';
import * as usage from './network/usage.ts';
import type { Endpoint } from './platform/endpoint.ts';
import * as siteText from './platform/site-texts.ts';
import * as system from './platform/system.ts';
import * as chat from './support/chat.ts';
import * as staffChat from './support/staff-chat.ts';
import * as staffTicket from './support/staff-tickets.ts';
import * as ticket from './support/tickets.ts';

/**
 * Every endpoint, by context. The server refuses to start when one of them has no route or a route
 * has no entry.
 */
export const contract: Record<string, readonly Endpoint[]> = {
  account: [account.getUser, account.login, account.logout, account.register],
  accountPeople: [
    accountPeople.getAccount,
    accountPeople.invitePerson,
    accountPeople.withdrawInvitation,
    accountPeople.acceptInvitation,
    accountPeople.changePersonRole,
    accountPeople.removePerson,
    accountPeople.listAccounts,
    accountPeople.chooseAccount,
  ],
  line: [line.listLines, line.openLine, line.renameLine],
  privacy: [
    privacy.getPrivacy,
    privacy.requestExport,
    privacy.downloadExport,
    privacy.requestDeletion,
    privacy.withdrawDeletion,
  ],
  profile: [
    profile.updateProfile,
    profile.changePassword,
    profile.listSessions,
    profile.endSession,
    profile.getNotificationChoices,
    profile.saveNotificationChoices,
  ],
  proof: [proof.getProof, proof.giveProof],
  accountRecovery: [
    accountRecovery.requestPasswordReset,
    accountRecovery.confirmPasswordReset,
    accountRecovery.requestEmailVerification,
    accountRecovery.confirmEmail,
    accountRecovery.reportNotMe,
  ],
  plan: [plan.listServicePlans, plan.listPlans, plan.sendSalesRequest],
  subscription: [
    subscription.getSubscription,
    subscription.choosePlan,
    subscription.changePlan,
    subscription.withdrawPlanChange,
    subscription.cancelSubscription,
    subscription.withdrawCancellation,
    subscription.pauseSubscription,
    subscription.endPause,
  ],
  payment: [
    payment.listGateways,
    payment.getPaymentQuote,
    payment.getUpgradeQuote,
    payment.getChargeQuote,
    payment.initializePayment,
    payment.verifyPayment,
    payment.payWithCredit,
    payment.listPayments,
    payment.listPaymentMethods,
    payment.getReceipt,
    payment.receiveWebhook,
  ],
  autoPay: [autoPay.getAutoPay, autoPay.setUpAutoPay, autoPay.stopAutoPay, autoPay.removePaymentMethod],
  invoice: [
    invoice.listInvoices,
    invoice.getInvoice,
    invoice.getInvoiceDocument,
    invoice.getBillingDetails,
    invoice.saveBillingDetails,
    invoice.getCredit,
    invoice.getStatement,
    invoice.exportInvoices,
  ],
  'directory-sign-in': [directorySignIn.beginDirectorySignIn, directorySignIn.completeDirectorySignIn],
  company: [
    company.getCompany,
    company.saveOwnCompany,
    company.getAccountStatement,
    company.getAccountStatementDocument,
  ],
  passkey: [
    passkeys.listPasskeys,
    passkeys.requestNewPasskey,
    passkeys.addPasskey,
    passkeys.renamePasskey,
    passkeys.removePasskey,
    passkeys.requestPasskeyProof,
    passkeys.requestPasskeyLogin,
    passkeys.logInWithPasskey,
  ],
  secondFactor: [
    secondFactor.completeLogin,
    secondFactor.getOwnSecondFactor,
    secondFactor.enrolOwnSecondFactor,
    secondFactor.confirmOwnSecondFactor,
    secondFactor.switchOffSecondFactor,
    secondFactor.renewOwnRecoveryCodes,
  ],
  'phone-verification': [phoneVerification.sendPhoneCode, phoneVerification.verifyPhoneCode],
  notification: [
    notification.listNotices,
    notification.countNotices,
    notification.readNotice,
    notification.readNotices,
    notification.getPushKey,
    notification.subscribePush,
    notification.unsubscribePush,
    notification.saveLanguage,
    notification.receiveSmsReport,
  ],
  consent: [consent.getConsents, consent.changeConsent, consent.objectToMarketing, consent.recordObjection],
  grievance: [
    grievance.listGrievances,
    grievance.submitGrievance,
    grievance.listStaffGrievances,
    grievance.answerGrievance,
    grievance.closeGrievance,
  ],
  dataBundle: [dataBundle.listDataBundles, dataBundle.getBundleQuote],
  usage: [usage.getUsage, usage.listUsageMonths, usage.listUsageDays, usage.listUsageDaysOfCustomer],
  networkAccess: [
    networkAccess.postAccounting,
    networkAccess.authorizeLine,
    networkAccess.listRadiusActions,
    networkAccess.getNetworkLine,
    networkAccess.renameNetworkLine,
    networkAccess.syncNetworkLine,
    networkAccess.setLineEquipment,
    networkAccess.listAccessMismatches,
    networkAccess.listRejectedPackets,
  ],
  speedTest: [speedTest.listSpeedTests, speedTest.saveSpeedTest],
  referral: [referral.getReferral],
  networkStatus: [
    networkStatus.getNetworkStatus,
    networkStatus.getNetworkReport,
    networkStatus.getOwnNetworkStatus,
    outageCredit.listOutageCredits,
  ],
  ticket: [
    ticket.listTickets,
    ticket.createTicket,
    ticket.getTicket,
    ticket.replyToTicket,
    ticket.closeTicket,
    ticket.getEscalation,
    ticket.uploadAttachment,
    ticket.downloadAttachment,
  ],
  staffTicket: [
    staffTicket.listStaffTickets,
    staffTicket.countStaffTickets,
    staffTicket.getStaffTicket,
    staffTicket.replyAsStaff,
    staffTicket.changeTicket,
    staffTicket.createTicketForCustomer,
    staffTicket.uploadStaffAttachment,
    staffTicket.downloadStaffAttachment,
  ],
  staffNetwork: [
    staffNetwork.listStaffIncidents,
    staffNetwork.createIncident,
    staffNetwork.editIncident,
    staffNetwork.updateIncident,
    staffNetwork.listServiceAreas,
    staffNetwork.setCustomerArea,
    staffNetwork.listAreaCapacity,
    staffNetwork.setAreaCapacity,
  ],
  staffOutage: [
    staffOutage.listOutages,
    staffOutage.getOutage,
    staffOutage.listOutageLines,
    staffOutage.excludeFromOutage,
    staffOutage.applyOutage,
  ],
  staffPeople: [
    staffPeople.getStaffMe,
    staffPeople.listStaffPeople,
    staffPeople.exportAccessReview,
    staffPeople.addStaff,
    staffPeople.changeStaffRoles,
    staffPeople.switchStaff,
    staffPeople.listStaffRoles,
    staffPeople.changeStaffRole,
  ],
  apiKey: [apiKey.listApiKeys, apiKey.createApiKey, apiKey.confirmApiKey, apiKey.revokeApiKey],
  staffSignIn: [
    staffSignIn.getSecondFactor,
    staffSignIn.enrolSecondFactor,
    staffSignIn.confirmSecondFactor,
    staffSignIn.verifySecondFactor,
    staffSignIn.renewRecoveryCodes,
    staffSignIn.verifyStaffPasskey,
    staffSignIn.setPasskeyOnly,
  ],
  customerNote: [customerNote.addNote, customerNote.setTags, customerNote.readTimeline],
  overview: [overview.getOverview, overview.exportFigures],
  staffSearch: [staffSearch.searchEverything],
  staffCustomer: [
    staffAccount.registerWalkIn,
    staffCustomer.searchCustomers,
    staffCustomer.getCustomer,
    staffCustomer.disableAccount,
    staffCustomer.enableAccount,
  ],
  staffCompany: [
    staffCompany.getStaffCompany,
    staffCompany.saveCompany,
    staffCompany.endCompany,
    staffCompany.listWithholdingTaxes,
    staffCompany.recordWithholdingDocument,
    staffCompany.getStaffAccountStatement,
    staffCompany.getStaffAccountStatementDocument,
  ],
  staffPayout: [staffPayout.listPayouts, staffPayout.payOutInCash, staffPayout.recordPayoutTransfer],
  staffPayment: [
    staffPayment.listStaffPayments,
    staffPayment.countStaffPayments,
    staffPayment.getStaffPayment,
    staffPayment.decideReview,
    staffPayment.requestRefund,
    staffPayment.decideRefund,
    staffPayment.recordChargeback,
  ],
  counter: [
    counter.getCounterCustomer,
    counter.takeCounterPayment,
    counter.getTill,
    counter.openTillShift,
    counter.closeTillShift,
    counter.handOverTill,
    counter.listTillShifts,
    counter.getStaffReceipt,
    counter.getStaffReceiptPdf,
    counter.uploadDepositSlip,
    counter.downloadDepositSlip,
  ],
  writeOff: [writeOff.writeOffInvoice, writeOff.listWriteOffs, writeOff.decideWriteOff, writeOff.reverseWriteOff],
  staffSubscription: [staffSubscription.changeForCustomer, staffSubscription.getUpgradeQuoteOfCustomer],
  charge: [
    charge.listChargeProducts,
    charge.createCharge,
    charge.listStaffChargeProducts,
    charge.createChargeProduct,
    charge.editChargeProduct,
    charge.setChargeProductActive,
  ],
  paymentLink: [
    paymentLink.readPaymentLink,
    paymentLink.payByLink,
    staffPaymentLink.createPaymentLink,
    staffPaymentLink.listPaymentLinks,
    staffPaymentLink.withdrawPaymentLink,
  ],
  adjustment: [adjustment.giveCredit, adjustment.listAdjustments, adjustment.decideAdjustment],
  staffPlan: [
    staffPlan.listStaffPlans,
    staffPlan.createPlan,
    staffPlan.editPlan,
    staffPlan.setPlanActive,
    staffPlan.orderPlans,
  ],
  staffDataBundle: [
    staffDataBundle.listStaffBundles,
    staffDataBundle.createBundle,
    staffDataBundle.editBundle,
    staffDataBundle.setBundleActive,
  ],
  reconciliation: [
    reconciliation.listGatewayReconciliations,
    reconciliation.closeGatewayDiscrepancy,
    reconciliation.recordExternalRefund,
  ],
  ledger: [ledger.getTrialBalance, ledger.exportJournal],
  staffReferral: [staffReferral.listFlaggedReferrals, staffReferral.approveReferralReward],
  staffAnnouncement: [
    staffAnnouncement.listAnnouncements,
    staffAnnouncement.countAudience,
    staffAnnouncement.sendAnnouncement,
    staffAnnouncement.stopAnnouncement,
  ],
  audit: [audit.listAudit],
  securityIncident: [
    securityIncident.listSecurityIncidents,
    securityIncident.getSecurityIncident,
    securityIncident.openSecurityIncident,
    securityIncident.addIncidentEntry,
    securityIncident.downloadIncidentRecord,
  ],
  staffArchive: [staffArchive.listArchives, staffArchive.startArchive, staffArchive.downloadArchive],
  earlierPayment: [earlierPayment.listEarlierPayments],
  staffExport: [staffExport.exportRecords],
  savedFilter: [
    savedFilter.listSavedFilters,
    savedFilter.saveFilter,
    savedFilter.renameFilter,
    savedFilter.shareFilter,
    savedFilter.deleteFilter,
  ],
  bulkAction: [
    bulkAction.previewBulkAction,
    bulkAction.startBulkAction,
    bulkAction.listBulkActions,
    bulkAction.getBulkAction,
    bulkAction.listBulkRows,
    bulkAction.exportBulkRows,
    bulkAction.cancelBulkAction,
    bulkAction.decideBulkAction,
  ],
  staffImport: [
    staffImport.listImports,
    staffImport.startImport,
    staffImport.getImport,
    staffImport.downloadRejectedRows,
    staffImport.undoImport,
  ],
  operations: [
    operations.listJobs,
    operations.runJob,
    operations.listQueues,
    operations.listInstances,
    operations.listBackups,
    operations.listFailedDeliveries,
    operations.countFailedDeliveries,
    operations.retryDelivery,
    operations.retryDeliveries,
  ],
  webhookEndpoint: [
    webhookEndpoint.listWebhookEndpoints,
    webhookEndpoint.createWebhookEndpoint,
    webhookEndpoint.getWebhookEndpoint,
    webhookEndpoint.changeWebhookEndpoint,
    webhookEndpoint.rotateWebhookSecret,
    webhookEndpoint.deleteWebhookEndpoint,
    webhookEndpoint.testWebhookEndpoint,
    webhookEndpoint.listWebhookDeliveries,
    webhookEndpoint.getWebhookDelivery,
    webhookEndpoint.retryWebhookDelivery,
    webhookEndpoint.retryWebhookDeliveries,
  ],
  siteText: [siteText.getSiteText],
  setting: [
    setting.listSettings,
    setting.getSetting,
    setting.saveSettingDraft,
    setting.discardSettingDraft,
    setting.publishSetting,
    setting.testNotice,
  ],
  chat: [
    chat.initializeChat,
    chat.getActiveChat,
    chat.sendChatMessage,
    chat.listChatMessages,
    chat.endChat,
    chat.moveChatToTicket,
  ],
  staffChat: [
    staffChat.listStaffChats,
    staffChat.getStaffChat,
    staffChat.listStaffChatMessages,
    staffChat.acceptChat,
    staffChat.sendStaffMessage,
    staffChat.closeStaffChat,
    staffChat.transferChat,
    staffChat.addStaffNote,
    staffChat.openTicketFromChat,
    staffChat.listAgents,
    staffChat.setPresence,
    staffChat.listSavedReplies,
    staffChat.createSavedReply,
    staffChat.updateSavedReply,
    staffChat.deleteSavedReply,
  ],
  system: [system.health, system.readiness, system.metrics, system.openApi],
};
