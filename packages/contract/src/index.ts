import type { ZodMiniType } from 'zod/mini';
import * as accountingPeriod from './billing/accounting-periods.ts';
import * as bankAccounts from './billing/bank/bank-accounts.ts';
import * as bankLines from './billing/bank/bank-lines.ts';
import * as moneyMonth from './billing/bank/money-month.ts';
import * as billingDetails from './billing/billing-details.ts';
import * as company from './billing/companies.ts';
import * as dataBundle from './billing/data-bundles.ts';
import * as eInvoice from './billing/e-invoices.ts';
import * as gatewaySettlements from './billing/gateway-settlements.ts';
import * as invoice from './billing/invoices.ts';
import * as ledger from './billing/ledger.ts';
import * as line from './billing/lines.ts';
import * as ownerChange from './billing/owner-changes.ts';
import * as accountProof from './billing/papers/account-proofs.ts';
import * as paper from './billing/papers/papers.ts';
import * as staffAccountProof from './billing/papers/staff-account-proofs.ts';
import * as staffPaper from './billing/papers/staff-papers.ts';
import * as paymentPromise from './billing/payment-promises.ts';
import * as autoPay from './billing/payments/auto-pay.ts';
import * as autoPayPreferences from './billing/payments/auto-pay-preferences.ts';
import * as mandate from './billing/payments/mandates.ts';
import * as paymentLink from './billing/payments/payment-links.ts';
import * as payment from './billing/payments/payments.ts';
import * as staffIncomingTransfer from './billing/payments/staff-incoming-transfers.ts';
import * as staffPaymentLink from './billing/payments/staff-payment-links.ts';
import * as staffPayment from './billing/payments/staff-payments.ts';
import * as staffPayout from './billing/payments/staff-payouts.ts';
import * as virtualAccount from './billing/payments/virtual-accounts.ts';
import * as reconciliation from './billing/reconciliation.ts';
import * as referral from './billing/referrals.ts';
import * as adjustment from './billing/staff-adjustments.ts';
import * as staffAgent from './billing/staff-agents.ts';
import * as staffBillingDetails from './billing/staff-billing-details.ts';
import * as charge from './billing/staff-charges.ts';
import * as staffCompany from './billing/staff-companies.ts';
import * as counter from './billing/staff-counter.ts';
import * as courtesyDays from './billing/staff-courtesy-days.ts';
import * as staffDataBundle from './billing/staff-data-bundles.ts';
import * as staffLine from './billing/staff-lines.ts';
import * as staffOwnerChange from './billing/staff-owner-changes.ts';
import * as staffPaymentPromise from './billing/staff-payment-promises.ts';
import * as staffReferral from './billing/staff-referrals.ts';
import * as staffSubscription from './billing/staff-subscriptions.ts';
import * as staffVoucher from './billing/staff-vouchers.ts';
import * as writeOff from './billing/staff-write-offs.ts';
import * as subscription from './billing/subscriptions.ts';
import * as voucher from './billing/vouchers.ts';
import * as plan from './catalogue/plans.ts';
import * as staffPlan from './catalogue/staff-plans.ts';
import * as payCode from './channels/pay-codes.ts';
import * as quickPay from './channels/quick-pay.ts';
import * as smsMenu from './channels/sms-menu.ts';
import * as ussd from './channels/ussd.ts';
import * as whatsApp from './channels/whatsapp.ts';
import * as accountMerge from './console/account-merges.ts';
import * as staffAnnouncement from './console/announcements.ts';
import * as staffArchive from './console/archives.ts';
import * as audit from './console/audit.ts';
import * as bulkAction from './console/bulk-actions.ts';
import * as callBack from './console/call-backs.ts';
import * as collection from './console/collections.ts';
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
import * as accountView from './identity/account-views.ts';
import * as account from './identity/accounts.ts';
import * as correction from './identity/corrections.ts';
import * as directorySignIn from './identity/directory-sign-in.ts';
import * as grievance from './identity/grievances.ts';
import * as identification from './identity/identification.ts';
import * as identityApproval from './identity/identity-approvals.ts';
import * as passkeys from './identity/passkeys.ts';
import * as phonePin from './identity/phone-pins.ts';
import * as phoneVerification from './identity/phone-verification.ts';
import * as privacy from './identity/privacy.ts';
import * as profile from './identity/profile.ts';
import * as proof from './identity/proof.ts';
import * as accountRecovery from './identity/recovery.ts';
import * as secondFactor from './identity/second-factor.ts';
import * as signInHelp from './identity/sign-in-help.ts';
import * as staffAccount from './identity/staff-accounts.ts';
import * as apiKey from './identity/staff-api-keys.ts';
import * as staffPeople from './identity/staff-people.ts';
import * as staffSignIn from './identity/staff-sign-in.ts';
import * as consent from './messaging/consents.ts';
import * as notification from './messaging/notices.ts';
import * as networkAccess from './network/access.ts';
import * as addressOwner from './network/address-owners.ts';
import * as networkAddresses from './network/addresses.ts';
import * as dataCredits from './network/data-credits.ts';
import * as networkStatus from './network/incidents.ts';
import * as lineLogin from './network/line-login.ts';
import * as outageCredit from './network/outage-credits.ts';
import * as sharedLogins from './network/shared-logins.ts';
import * as speedTest from './network/speed-tests.ts';
import * as accessServer from './network/staff-access-servers.ts';
import * as staffNetwork from './network/staff-incidents.ts';
import * as staffOutage from './network/staff-outage-credits.ts';
import * as staffSession from './network/staff-sessions.ts';
import * as vendorProfile from './network/staff-vendor-profiles.ts';
import * as usage from './network/usage.ts';
import type { Endpoint } from './platform/endpoint.ts';
import * as siteText from './platform/site-texts.ts';
import * as system from './platform/system.ts';
import * as chat from './support/chat.ts';
import * as inboundMails from './support/inbound-mails.ts';
import * as macro from './support/macros.ts';
import * as savedReply from './support/saved-replies.ts';
import * as staffChat from './support/staff-chat.ts';
import * as staffTicket from './support/staff-tickets.ts';
import * as ticket from './support/tickets.ts';

/** The calls of one noun, and what the OpenAPI document says about them. */
type Api = {
  /** One plain sentence. */
  readonly description: string;
  /** By their `operationId`, which is the name of their export and stays as it is once released. */
  readonly endpoints: Readonly<Record<string, Endpoint>>;
  /** What clients generated from the document have a type for, by its name. */
  readonly schemas?: Readonly<Record<string, ZodMiniType>>;
};

/**
 * Every endpoint, by context and noun. The server refuses to start when one of them has no route or a
 * route has no entry.
 */
export const contract: Readonly<Record<string, Api>> = {
  'billing/account-proofs': accountProof.api,
  'billing/auto-pay': autoPay.api,
  'billing/auto-pay-preferences': autoPayPreferences.api,
  'billing/billing-details': billingDetails.api,
  'billing/companies': company.api,
  'billing/data-bundles': dataBundle.api,
  'billing/accounting-periods': accountingPeriod.api,
  'billing/e-invoices': eInvoice.api,
  'billing/invoices': invoice.api,
  'billing/ledger': ledger.api,
  'billing/bank-accounts': bankAccounts.api,
  'billing/bank-lines': bankLines.api,
  'billing/money-month': moneyMonth.api,
  'billing/lines': line.api,
  'billing/papers': paper.api,
  'billing/mandates': mandate.api,
  'billing/owner-changes': ownerChange.api,
  'billing/payment-links': paymentLink.api,
  'billing/payment-promises': paymentPromise.api,
  'billing/payments': payment.api,
  'billing/gateway-settlements': gatewaySettlements.api,
  'billing/reconciliation': reconciliation.api,
  'billing/referrals': referral.api,
  'billing/staff-account-proofs': staffAccountProof.api,
  'billing/staff-adjustments': adjustment.api,
  'billing/staff-agents': staffAgent.api,
  'billing/staff-billing-details': staffBillingDetails.api,
  'billing/staff-charges': charge.api,
  'billing/staff-companies': staffCompany.api,
  'billing/staff-counter': counter.api,
  'billing/staff-courtesy-days': courtesyDays.api,
  'network/data-credits': dataCredits.api,
  'billing/staff-data-bundles': staffDataBundle.api,
  'billing/staff-papers': staffPaper.api,
  'billing/staff-lines': staffLine.api,
  'billing/staff-owner-changes': staffOwnerChange.api,
  'billing/staff-incoming-transfers': staffIncomingTransfer.api,
  'billing/staff-payment-links': staffPaymentLink.api,
  'billing/staff-payment-promises': staffPaymentPromise.api,
  'billing/staff-payments': staffPayment.api,
  'billing/staff-payouts': staffPayout.api,
  'billing/staff-referrals': staffReferral.api,
  'billing/staff-subscriptions': staffSubscription.api,
  'billing/staff-vouchers': staffVoucher.api,
  'billing/staff-write-offs': writeOff.api,
  'billing/subscriptions': subscription.api,
  'billing/vouchers': voucher.api,
  'billing/virtual-accounts': virtualAccount.api,
  'catalogue/plans': plan.api,
  'catalogue/staff-plans': staffPlan.api,
  'channels/pay-codes': payCode.api,
  'channels/quick-pay': quickPay.api,
  'channels/sms-menu': smsMenu.api,
  'channels/ussd': ussd.api,
  'console/account-merges': accountMerge.api,
  'console/announcements': staffAnnouncement.api,
  'console/archives': staffArchive.api,
  'console/audit': audit.api,
  'console/bulk-actions': bulkAction.api,
  'console/call-backs': callBack.api,
  'console/collections': collection.api,
  'console/customer-notes': customerNote.api,
  'console/customers': staffCustomer.api,
  'console/earlier-payments': earlierPayment.api,
  'console/exports': staffExport.api,
  'console/imports': staffImport.api,
  'console/operations': operations.api,
  'console/overview': overview.api,
  'console/saved-filters': savedFilter.api,
  'console/search': staffSearch.api,
  'console/security-incidents': securityIncident.api,
  'console/settings': setting.api,
  'console/webhook-endpoints': webhookEndpoint.api,
  'identity/account-people': accountPeople.api,
  'identity/account-views': accountView.api,
  'identity/accounts': account.api,
  'identity/corrections': correction.api,
  'identity/directory-sign-in': directorySignIn.api,
  'identity/grievances': grievance.api,
  'identity/identification': identification.api,
  'identity/identity-approvals': identityApproval.api,
  'identity/passkeys': passkeys.api,
  'identity/phone-pins': phonePin.api,
  'identity/phone-verification': phoneVerification.api,
  'identity/privacy': privacy.api,
  'identity/profile': profile.api,
  'identity/proof': proof.api,
  'identity/recovery': accountRecovery.api,
  'identity/second-factor': secondFactor.api,
  'identity/sign-in-help': signInHelp.api,
  'identity/staff-accounts': staffAccount.api,
  'identity/staff-api-keys': apiKey.api,
  'identity/staff-people': staffPeople.api,
  'identity/staff-sign-in': staffSignIn.api,
  'messaging/consents': consent.api,
  'messaging/notices': notification.api,
  'network/access': networkAccess.api,
  'network/address-owners': addressOwner.api,
  'network/staff-access-servers': accessServer.api,
  'network/addresses': networkAddresses.api,
  'network/incidents': networkStatus.api,
  'network/line-login': lineLogin.api,
  'network/outage-credits': outageCredit.api,
  'network/shared-logins': sharedLogins.api,
  'network/speed-tests': speedTest.api,
  'network/staff-incidents': staffNetwork.api,
  'network/staff-outage-credits': staffOutage.api,
  'network/staff-sessions': staffSession.api,
  'network/usage': usage.api,
  'network/staff-vendor-profiles': vendorProfile.api,
  'platform/site-texts': siteText.api,
  'platform/system': system.api,
  'channels/whatsapp': whatsApp.api,
  'support/chat': chat.api,
  'support/macros': macro.api,
  'support/saved-replies': savedReply.api,
  'support/staff-chat': staffChat.api,
  'support/staff-tickets': staffTicket.api,
  'support/inbound-mails': inboundMails.api,
  'support/tickets': ticket.api,
};

export const endpoints: readonly Endpoint[] = Object.values(contract).flatMap((noun) => Object.values(noun.endpoints));
