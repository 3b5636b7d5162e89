import type { AuditRecord } from '@portal/contract/console/audit';
import type { ActorKind } from '@portal/kernel/audit-entry';
import { bidiIsolate } from '../../../../shared/format/bidi-isolate.ts';
import { formatMoment } from '../../../../shared/format/date.ts';

const ACTIONS = new Map(
  Object.entries({
    'account-proof.create': 'Issued a proof of account',
    'account-proof.withdraw': 'Withdrew a proof of account',
    'account-merge.dismiss': 'Said that two accounts are of two people',
    'account-merge.merge': 'Made two accounts one',
    'account-merge.refused': 'Refused to make two accounts one',
    'account-merge.undo': 'Took two accounts apart again',
    'account-merge.withdrawn': 'Withdrew the merge of two accounts',
    'account.change-role': 'Changed the role of a person in an account',
    'account.invite': 'Invited a person into an account',
    'account.join': 'Joined an account',
    'account.leave': 'Left an account',
    'account.not-me': 'Said that a sign-in was somebody else’s',
    'account.remove-person': 'Removed a person from an account',
    'account.withdraw-invitation': 'Withdrew an invitation into an account',
    'agent.presence': 'Changed presence',
    'announcement.send': 'Sent an announcement',
    'api-key.confirm': 'Confirmed an API key after a restore',
    'api-key.create': 'Made an API key',
    'api-key.revoke': 'Revoked an API key',
    'announcement.stop': 'Stopped an announcement',
    'bulk.approve': 'Approved a bulk action',
    'bulk.cancel': 'Cancelled a bulk action',
    'bulk.decline': 'Declined a bulk action',
    'bulk.request': 'Asked for a bulk action to be approved',
    'bulk.start': 'Started a bulk action',
    'bundle.create': 'Added a data bundle',
    'bundle.edit': 'Changed a data bundle',
    'bundle.offer': 'Offered a data bundle again',
    'bundle.retire': 'Retired a data bundle',
    'charge-product.create': 'Offered a one-off charge',
    'charge-product.edit': 'Changed a one-off charge',
    'charge-product.offer': 'Offered a one-off charge again',
    'charge-product.retire': 'Retired a one-off charge',
    'charge.create': 'Charged a customer once',
    'company.create': 'Made a customer a company with one invoice',
    'company.end': 'Made a company a home account again',
    'company.update': 'Changed how a company is billed',
    'withholding-tax.document': 'Recorded the document of withheld tax',
    'call-back.end': 'Ended a call-back',
    'call-back.move': 'Moved a call-back',
    'call-back.schedule': 'Arranged a call-back',
    'collection.call': 'Called about what is owed',
    'collection.give-back': 'Gave back an account that owes',
    'collection.take': 'Took an account that owes',
    'chat.accept': 'Took a chat',
    'chat.close': 'Ended a chat',
    'chat.link': 'Said whose conversation by WhatsApp it is',
    'chat.message': 'Wrote in a chat',
    'chat.note': 'Added a note to a chat',
    'chat.requeue': 'Put a chat back into the queue',
    'chat.ticket': 'Made a ticket of a chat',
    'chat.transfer': 'Handed a chat on',
    'agent.add': 'Added an agent',
    'agent.change': 'Changed an agent',
    'agent.sale': 'Took money as an agent',
    'agent.settle': 'Recorded money that an agent handed over',
    'voucher.redeem': 'Used a voucher for a customer',
    'voucher-batch.approve': 'Approved a batch of vouchers',
    'voucher-batch.create': 'Made a batch of vouchers',
    'voucher-batch.decline': 'Declined a batch of vouchers',
    'voucher-batch.issue': 'Handed out the PINs of vouchers',
    'voucher-batch.issue-again': 'Had new PINs made for vouchers',
    'voucher-batch.refund': 'Took back vouchers that were not used',
    'voucher-batch.request': 'Asked for a batch of vouchers to be approved',
    'voucher-batch.stop': 'Stopped vouchers',
    'counter.payment': 'Took money at the counter',
    'courtesy-days.approve': 'Approved courtesy days',
    'courtesy-days.decline': 'Declined courtesy days',
    'courtesy-days.give': 'Gave courtesy days',
    'data-credit.give': 'Added data to a month',
    'courtesy-days.request': 'Asked for courtesy days to be approved',
    'credit.approve': 'Approved credit',
    'credit.decline': 'Declined credit',
    'credit.give': 'Gave credit',
    'credit.request': 'Asked for credit to be approved',
    'customer.area': 'Said where a line is',
    'customer.billing-details': 'Corrected what is on a customer’s invoices',
    'customer.contact-change': 'Asked a customer to confirm a new mailbox or number',
    'customer.contact-change-expired': 'Had asked for a new mailbox or number, which nobody confirmed',
    'customer.contact-change-withdrawn': 'Withdrew a new mailbox or number',
    'customer.contact-changed': 'A new mailbox or number counts',
    'customer.correct': 'Corrected a customer’s name or language',
    'customer.correct-refused': 'Asked for a change of who a customer is, who was not identified well enough',
    'customer.disable': 'Disabled an account',
    'customer.password-link': 'Sent a customer a link for a new password',
    'customer.sign-in-throttle-lifted': 'Let a customer try to sign in again',
    'customer.objection': 'Recorded an objection to offers',
    'customer.view': 'Opened the page of a customer',
    'customer.view-as': 'Viewed the portal as a customer',
    'customer.view-as-end': 'Stopped viewing as a customer',
    'customer.note': 'Added a note about a customer',
    'customer.tags': 'Changed the tags of a customer',
    'customer.register': 'Registered a customer at the counter',
    'identity-approval.request': 'Asked for a second person to confirm who it is',
    'identity-approval.confirmed': 'Confirmed as a second person who it is',
    'identity-approval.refused': 'Refused as a second person',
    'identity-approval.withdrawn': 'Withdrew what waited for a second person',
    'identity-approval.expired': 'Had asked for a second person, who did not come',
    'grievance.answer': 'Answered a grievance',
    'grievance.close': 'Closed a grievance',
    'security-incident.open': 'Opened a security incident',
    'security-incident.add': 'Added to a security incident',
    'filter.share': 'Changed a shared filter',
    'address-pool.create': 'Added a pool of addresses',
    'address-pool.edit': 'Changed a pool of addresses',
    'address-pool.retire': 'Retired a pool of addresses',
    'address-pool.use': 'Used a pool of addresses again',
    'line-address.end': 'Ended a fixed address',
    'line-address.give': 'Gave a fixed address',
    'network.area-capacity': 'Said what an area has',
    'network.line-equipment': 'Noted the box of a line',
    'staff.add': 'Became staff, by the operator',
    'staff.appoint': 'Added a member of staff',
    'staff.directory-refuse': 'Was refused a sign-in by the directory',
    'staff.passkey-only': 'Chose what opens the console for them',
    'staff.refuse': 'Was refused a call',
    'staff.role-permissions': 'Changed what a role allows',
    'staff.roles': 'Changed the roles of a member of staff',
    'staff.switch-off': 'Switched a member of staff off',
    'staff.switch-on': 'Switched a member of staff on again',
    'staff.remove': 'Stopped being staff, by the operator',
    'staff.reset-second-factor': 'Had the second factor reset, by the operator',
    'customer.enable': 'Enabled an account',
    'document.view': 'Opened a document of a customer',
    'documents.send': 'Sent documents of a customer',
    'documents.withdraw-link': 'Withdrew a link to documents',
    'delivery.retry': 'Retried deliveries',
    'archive.download': 'Downloaded an archive of everything',
    'archive.make': 'Made an archive of everything',
    'export.download': 'Downloaded an export',
    'import.run': 'Imported a file',
    'import.undo': 'Undid an import',
    'incident.create': 'Announced an incident',
    'incident.edit': 'Corrected an incident',
    'incident.update': 'Updated an incident',
    'job.run': 'Asked for a job to run',
    'macro.create': 'Added a macro',
    'macro.delete': 'Deleted a macro',
    'macro.update': 'Changed a macro',
    'network.dismiss-shared-login': 'Took a login off the list of shared ones',
    'network.reset-mac-lock': 'Let another router in',
    'network.end-session': 'Ended a session',
    'network.end-sessions': 'Ended all sessions of an access server',
    'network.find-address-owner': 'Asked who had an address',
    'network.print-address-owner': 'Printed who had an address',
    'network.stop-ending-sessions': 'Stopped ending the sessions of an access server',
    'network.rename-line': 'Changed a line’s login',
    'network.sync-line': 'Sent the access to the network again',
    'invoice.exported': 'Exported invoices',
    'journal.export': 'Exported the journal',
    'outage.apply': 'Gave the time of an outage back',
    'outage.exclude': 'Left a customer out of an outage',
    'outage.include': 'Took a customer into an outage again',
    'payment.chargeback': 'Recorded a chargeback',
    'payment.credit-proposed': 'Proposed to credit a payment in review',
    'payment.discrepancy-closed': 'Closed a discrepancy with a gateway',
    'settlement.fee-vat-set': 'Chose how a gateway’s fees hold VAT',
    'settlement.finding-resolved': 'Resolved a finding in a settlement',
    'settlement.reading-asked': 'Had the settlements of a gateway read',
    'settlement.report-imported': 'Imported a settlement report',
    'payment.external-refund': 'Recorded a refund made at a gateway',
    'line.add': 'Added a line for a customer',
    'line.rename': 'Changed the name or place of a line',
    'line.offer': 'Offered a line to another owner',
    'line.offer-end': 'Ended a change of owner',
    'line.move': 'Moved a line to another owner',
    'payment-link.create': 'Made a payment link',
    'payment-link.withdraw': 'Withdrew a payment link',
    'payment.pay-out': 'Paid out a refund',
    'payment.refund': 'Requested a refund',
    'payment.refund-approved': 'Approved a refund',
    'payment.refund-declined': 'Declined a refund',
    'payment.review-credit': 'Credited a payment in review',
    'payment.review-recheck': 'Checked a payment again',
    'payment.review-reject': 'Rejected a payment in review',
    'subscription.plan': 'Changed a customer’s plan for them',
    'subscription.upgrade': 'Upgraded a customer’s plan for them',
    'subscription.stay': 'Withdrew a change of plan for a customer',
    'subscription.pause': 'Paused a line for its customer',
    'subscription.resume': 'Ended a pause for a customer',
    'subscription.cancel': 'Cancelled a line for its customer',
    'subscription.keep': 'Withdrew a cancellation for a customer',
    'accounting-period.close': 'Closed a month',
    'accounting-period.request-reopening': 'Asked for a closed month to be opened',
    'accounting-period.reopen': 'Opened a closed month',
    'accounting-period.refuse-reopening': 'Left a month closed',
    'vat-return.export': 'Took the documents of a VAT return',
    'audit-file.export': 'Took the audit file of a month',
    'e-invoice.retry': 'Had a document registered again',
    'e-invoice.retry-all': 'Had all waiting documents registered again',
    'e-invoice.accept': 'Accepted a document of the tax authority as this one',
    'whatsapp.template': 'Submitted a template to WhatsApp',
    'write-off.book': 'Wrote an invoice off',
    'write-off.request': 'Asked for a write-off to be approved',
    'write-off.approve': 'Approved a write-off',
    'write-off.decline': 'Declined a write-off',
    'write-off.reverse': 'Took a write-off back',
    'plan.create': 'Added a plan',
    'plan.edit': 'Changed a plan',
    'plan.order': 'Ordered the plans',
    'plan.restore': 'Offered a plan again',
    'plan.retire': 'Retired a plan',
    'promise.make': 'Recorded a promise to pay',
    'promise.withdraw': 'Withdrew a promise to pay',
    'referral.approve-reward': 'Approved a withheld referral reward',
    'saved-reply.create': 'Added a saved reply',
    'proof.fail': 'Failed to prove who they are',
    'proof.give': 'Proved who they are',
    'session.end-others': 'Signed out everywhere else',
    'saved-reply.delete': 'Deleted a saved reply',
    'saved-reply.update': 'Changed a saved reply',
    'passkey.add': 'Added a passkey',
    'passkey.cloned': 'Used a passkey that may have been copied',
    'passkey.remove': 'Removed a passkey',
    'second-factor.enrol': 'Set up the second factor',
    'second-factor.off': 'Switched the second factor off',
    'second-factor.recovery-code': 'Used a recovery code',
    'second-factor.recovery-codes': 'Renewed the recovery codes',
    'setting.publish': 'Published settings',
    'setting.test': 'Sent a notice to themselves as a test',
    'inbound-mail.retry': 'Had a mail read again',
    'ticket.sender': 'Confirmed the sender of a mail',
    'ticket.change': 'Changed a ticket',
    'ticket.merge': 'Merged two tickets',
    'ticket.note': 'Added a note to a ticket',
    'ticket.open': 'Opened a ticket',
    'ticket.reply': 'Answered a ticket',
    'ticket.tags': 'Changed the tags of a ticket',
    'transfer.assign': 'Said whose a transfer is',
    'transfer.ask-to-return': 'Asked to send a transfer back',
    'transfer.return': 'Sent a transfer back',
    'virtual-account.close': 'Closed account numbers',
    'virtual-account.replace-bank': 'Replaced the account numbers at a bank',
    'bank-account.add': 'Added a bank account',
    'bank-account.retire': 'Retired a bank account',
    'bank-line.dismiss': 'Dismissed a proposal for a line of the bank',
    'bank-line.match': 'Matched a line of the bank',
    'bank-match.undo': 'Undid the match of a line of the bank',
    'bank-statement.import': 'Imported a statement of the bank',
    'money-month.export': 'Downloaded a month of money',
    'till.close': 'Closed a shift',
    'till.hand-over': 'Handed cash over to the bank',
    'till.open': 'Opened a shift',
    'access-server.change': 'Changed an access server',
    'access-server.create': 'Added an access server',
    'access-server.end-turn': 'Ended the turn of an access server’s secret',
    'access-server.retire': 'Retired an access server',
    'access-server.test': 'Tested an access server',
    'access-server.turn-secret': 'Gave an access server a new secret',
    'vendor-profile.change': 'Changed a vendor profile',
    'vendor-profile.create': 'Added a vendor profile',
    'vendor-profile.delete': 'Deleted a vendor profile',
    'vendor-profile.reset': 'Set a vendor profile back',
    'webhook-endpoint.change': 'Changed a webhook endpoint',
    'webhook-endpoint.create': 'Created a webhook endpoint',
    'webhook-endpoint.delete': 'Deleted a webhook endpoint',
    'webhook-endpoint.retry': 'Sent webhooks again',
    'webhook-endpoint.rotate': 'Made a new secret for a webhook endpoint',
    'webhook-endpoint.switch-off': 'Switched a webhook endpoint off',
    'webhook-endpoint.test': 'Sent a test event',
  }),
);

/** The label of an action; the code itself where there is none yet. */
export function actionLabel(action: string): string {
  return ACTIONS.get(action) ?? action;
}

const PROGRAMS: Readonly<Record<ActorKind, string | null>> = {
  customer: null,
  staff: null,
  'api-key': 'API key',
  job: 'Job',
  webhook: 'Webhook',
  channel: 'Channel',
};

/** 'Job: agent presence' for a change by a program; null for one by a person. */
export function programLabel({ kind, program }: AuditRecord['actor']): string | null {
  const label = kind === null ? null : PROGRAMS[kind];
  return label === null ? null : `${label}${program === null ? '' : `: ${program}`}`;
}

type Kind = { readonly name: string; readonly page: (id: string) => string };

const KINDS = new Map<string, Kind>([
  ['customer', { name: 'Account', page: (id) => `/admin/customers/${id}` }],
  ['ticket', { name: 'Ticket', page: (id) => `/admin/tickets/${id}` }],
  ['payment', { name: 'Payment', page: (id) => `/admin/payments/${id}` }],
  ['chat', { name: 'Chat', page: (id) => `/admin/inbox?chat=${id}` }],
  ['plan', { name: 'Plan', page: () => '/admin/plans' }],
  ['plans', { name: 'All plans', page: () => '/admin/plans' }],
  ['bundle', { name: 'Data bundle', page: () => '/admin/plans' }],
  ['role', { name: 'Role', page: () => '/admin/staff/roles' }],
  ['directory', { name: 'Directory', page: () => '/admin/staff' }],
  ['call', { name: 'Call', page: () => '/admin/staff/roles' }],
  ['outage', { name: 'Outage', page: (id) => `/admin/network/outages/${id}` }],
  ['access-server', { name: 'Access server', page: (id) => `/admin/network/sessions?nas=${id}` }],
  ['address', { name: 'Address', page: () => '/admin/network/address-owner' }],
  ['announcement', { name: 'Announcement', page: () => '/admin/announcements' }],
  ['incident', { name: 'Incident', page: () => '/admin/network' }],
  ['referral', { name: 'Referral', page: () => '/admin/referrals' }],
  ['voucher-batch', { name: 'Batch of vouchers', page: (id) => `/admin/vouchers/${id}` }],
  ['agent', { name: 'Agent', page: (id) => `/admin/agents/${id}` }],
  ['till', { name: 'Till', page: () => '/admin/till-shifts' }],
  ['job', { name: 'Job', page: () => '/admin/operations' }],
  ['delivery', { name: 'Deliveries', page: () => '/admin/operations' }],
  ['access-server', { name: 'Access server', page: () => '/admin/network/servers' }],
  ['vendor-profile', { name: 'Vendor profile', page: (id) => `/admin/network/profiles?profile=${id}` }],
  ['webhook-endpoint', { name: 'Webhook endpoint', page: (id) => `/admin/webhooks/${id}` }],
  ['api-key', { name: 'API key', page: () => '/admin/api-keys' }],
  ['journal', { name: 'Journal', page: () => '/admin/accounting' }],
  ['settlement', { name: 'Settlement', page: (id) => `/admin/accounting/settlements/${id}` }],
  ['settlements', { name: 'Settlements', page: (id) => `/admin/accounting/settlements?gateway=${id}` }],
  ['setting', { name: 'Settings', page: (id) => `/admin/settings/${id}` }],
  ['e-invoice', { name: 'E-invoice', page: (id) => `/admin/accounting/e-invoices?search=${id}` }],
  ['e-invoices', { name: 'All e-invoices', page: () => '/admin/accounting/e-invoices' }],
  ['import', { name: 'Import', page: (id) => `/admin/imports/${id}` }],
  ['security-incident', { name: 'Security incident', page: (id) => `/admin/security-incidents/${id}` }],
  ['inbound-mail', { name: 'Inbound mail', page: () => '/admin/inbound-mails' }],
  ['saved-reply', { name: 'Saved reply', page: () => '/admin/saved-replies' }],
  ['macro', { name: 'Macro', page: () => '/admin/saved-replies' }],
]);

export type Subject = { readonly name: string; readonly id: string; readonly page: string | null };

/**
 * The subject of an audit entry: 'payment:P0123…' is the payment of that reference. `page` is where
 * it can be seen.
 */
export function readSubject(subject: string): Subject {
  const [word = '', ...rest] = subject.split(':');
  const id = rest.join(':');
  const kind = KINDS.get(word);
  return { name: kind?.name ?? word, id, page: kind?.page(encodeURIComponent(id)) ?? null };
}

/** 'firstResponseAt' in words: 'first response at'; 'assigneeId': 'assignee'. */
export function fieldLabel(field: string): string {
  const words = field.replace(/([a-z])([A-Z])/g, (_, end: string, start: string) => `${end} ${start.toLowerCase()}`);
  return words.replace(/ id$/, '');
}

const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/;

/** People by their account id. */
export type Staff = readonly { readonly id: number; readonly name: string }[];

/** Fields that hold the number of a member of staff. */
const PEOPLE = new Set(['assigneeId', 'agentId']);

/** A recorded value in words; a person's name for an id where it is known. */
export function valueLabel(value: unknown, field = '', staff: Staff = []): string {
  const person = PEOPLE.has(field) ? staff.find(({ id }) => id === value) : undefined;
  if (person) return bidiIsolate(person.name);
  if (value === null || value === undefined || value === '') return 'none';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value !== 'string') return JSON.stringify(value);
  return MOMENT.test(value) ? formatMoment(value) : value;
}

type Recorded = Readonly<Record<string, unknown>> | null;

/**
 * The fields that an entry contains information about: those that changed, and those recorded with
 * the change.
 */
export function recordedFields(before: Recorded, after: Recorded): string[] {
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  return fields.filter((field) => JSON.stringify(before?.[field] ?? null) !== JSON.stringify(after?.[field] ?? null));
}
