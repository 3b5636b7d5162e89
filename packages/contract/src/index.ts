import * as account from './account.ts';
import * as accountRecovery from './account-recovery.ts';
import * as audit from './audit.ts';
import * as autoPay from './auto-pay.ts';
import * as chat from './chat.ts';
import * as dataBundle from './data-bundle.ts';
import type { Endpoint } from './endpoint.ts';
import * as invoice from './invoice.ts';
import * as networkAccess from './network-access.ts';
import * as networkStatus from './network-status.ts';
import * as notification from './notification.ts';
import * as payment from './payment.ts';
import * as phoneVerification from './phone-verification.ts';
import * as plan from './plan.ts';
import * as profile from './profile.ts';
import * as referral from './referral.ts';
import * as speedTest from './speed-test.ts';
import * as staffAnnouncement from './staff-announcement.ts';
import * as staffChat from './staff-chat.ts';
import * as staffCustomer from './staff-customer.ts';
import * as staffDataBundle from './staff-data-bundle.ts';
import * as staffNetwork from './staff-network.ts';
import * as staffOutage from './staff-outage.ts';
import * as staffPayment from './staff-payment.ts';
import * as staffPlan from './staff-plan.ts';
import * as staffReferral from './staff-referral.ts';
import * as staffSignIn from './staff-sign-in.ts';
import * as staffTicket from './staff-ticket.ts';
import * as subscription from './subscription.ts';
import * as system from './system.ts';
import * as ticket from './ticket.ts';
import * as timeGivenBack from './time-given-back.ts';
import * as usage from './usage.ts';

/** Every endpoint there is, by feature. The server refuses to start when one of them has no route or a route has no entry. */
export const contract: Record<string, readonly Endpoint[]> = {
  account: [account.getUser, account.login, account.logout, account.register],
  profile: [
    profile.updateProfile,
    profile.changePassword,
    profile.listSessions,
    profile.endSession,
    profile.getNotificationChoices,
    profile.saveNotificationChoices,
  ],
  accountRecovery: [
    accountRecovery.requestPasswordReset,
    accountRecovery.confirmPasswordReset,
    accountRecovery.requestEmailVerification,
    accountRecovery.confirmEmail,
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
  dataBundle: [dataBundle.listDataBundles, dataBundle.getBundleQuote],
  usage: [usage.getUsage, usage.listUsageMonths, usage.listUsageDays, usage.listUsageDaysOfCustomer],
  networkAccess: [
    networkAccess.postAccounting,
    networkAccess.authorizeLine,
    networkAccess.listNetworkActions,
    networkAccess.getNetworkLine,
    networkAccess.renameNetworkLine,
    networkAccess.settleNetworkLine,
    networkAccess.listNetworkDifferences,
    networkAccess.listUnusablePackets,
  ],
  speedTest: [speedTest.listSpeedTests, speedTest.saveSpeedTest],
  referral: [referral.getReferral],
  networkStatus: [
    networkStatus.getNetworkStatus,
    networkStatus.getNetworkReport,
    networkStatus.getOwnNetworkStatus,
    timeGivenBack.listTimeGivenBack,
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
  ],
  staffOutage: [
    staffOutage.listOutages,
    staffOutage.getOutage,
    staffOutage.listOutageLines,
    staffOutage.excludeFromOutage,
    staffOutage.applyOutage,
  ],
  staffSignIn: [
    staffSignIn.getSecondFactor,
    staffSignIn.enrolSecondFactor,
    staffSignIn.confirmSecondFactor,
    staffSignIn.proveSecondFactor,
    staffSignIn.renewRecoveryCodes,
  ],
  staffCustomer: [
    staffCustomer.searchCustomers,
    staffCustomer.getCustomer,
    staffCustomer.disableAccount,
    staffCustomer.enableAccount,
  ],
  staffPayment: [
    staffPayment.listStaffPayments,
    staffPayment.countStaffPayments,
    staffPayment.getStaffPayment,
    staffPayment.listGatewayComparisons,
    staffPayment.closeGatewayDifference,
    staffPayment.bookSentBack,
    staffPayment.decideReview,
    staffPayment.requestRefund,
    staffPayment.decideRefund,
    staffPayment.recordChargeback,
    staffPayment.getBooks,
  ],
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
  staffReferral: [staffReferral.listFlaggedReferrals, staffReferral.payAllTheSame],
  staffAnnouncement: [
    staffAnnouncement.listAnnouncements,
    staffAnnouncement.countAudience,
    staffAnnouncement.sendAnnouncement,
    staffAnnouncement.stopAnnouncement,
  ],
  audit: [audit.listAudit],
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
