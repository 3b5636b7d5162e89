import type { AccountRole } from '@portal/contract/platform/endpoint';
import type { Notice } from '@portal/kernel/messaging/notices/notice';

type Audience = Exclude<AccountRole, 'owner'> | 'everybody' | 'person';

/**
 * Who is told, besides the owners of the account that a notice is for: those who look after its bills,
 * those who look after its lines, or everybody in it. `person`: the notice is for the one person of
 * that id and no account.
 */
const AUDIENCE: Readonly<Record<Notice['kind'], Audience>> = {
  'payment-received': 'billing',
  'bundle-added': 'billing',
  'payment-credited': 'billing',
  'paid-for-you': 'billing',
  'paid-for-you-by': 'billing',
  'payment-overpaid': 'billing',
  'credit-given': 'billing',
  'account-number-ready': 'billing',
  'account-number-replaced': 'billing',
  'payment-charged-back': 'billing',
  'payment-taken-back': 'billing',
  'payment-in-review': 'billing',
  'payment-rejected': 'billing',
  'payment-refunded': 'billing',
  'payment-part-refunded': 'billing',
  'credit-returned': 'billing',
  'refund-failed': 'billing',
  'refund-to-pay-out': 'billing',
  'refund-withdrawn': 'billing',
  'referral-rewarded': 'billing',
  'ticket-answered': 'technical',
  'ticket-resolved': 'technical',
  'ticket-merged': 'technical',
  'usage-reached': 'technical',
  'data-credited': 'technical',
  'plan-changed': 'everybody',
  'address-given': 'technical',
  'address-ended': 'technical',
  'plan-change-coming': 'everybody',
  'plan-change-with-payment': 'everybody',
  'plan-kept': 'everybody',
  'line-paused': 'everybody',
  'line-resumed': 'everybody',
  'line-ending': 'everybody',
  'line-goes-on': 'everybody',
  'line-added': 'everybody',
  'line-renamed': 'everybody',
  'line-left': 'everybody',
  'line-came': 'everybody',
  'line-stays': 'everybody',
  'line-time-lost': 'everybody',
  'bill-due': 'billing',
  'bill-due-today': 'billing',
  'monthly-invoice': 'billing',
  'documents-sent': 'billing',
  'company-suspended': 'everybody',
  'company-restored': 'everybody',
  'line-suspended': 'everybody',
  'line-off-may-promise': 'everybody',
  'promise-made': 'billing',
  'promise-due': 'billing',
  'promise-broken': 'everybody',
  'promise-withdrawn': 'billing',
  'courtesy-days-given': 'billing',
  'line-restored': 'everybody',
  'outage-credited': 'billing',
  'auto-pay-on': 'billing',
  'auto-pay-needs-card': 'billing',
  'auto-pay-upcoming': 'billing',
  'auto-pay-retry': 'billing',
  'auto-pay-failed': 'billing',
  'auto-pay-confirm': 'billing',
  'auto-pay-stopped': 'billing',
  'card-expiring': 'billing',
  'data-export-ready': 'person',
  'deletion-scheduled': 'person',
  'deletion-withdrawn': 'person',
  'identity-not-proved': 'person',
  'details-corrected': 'person',
  'contact-change-asked': 'person',
  'contact-changed': 'person',
  'contact-change-expired': 'person',
  'second-factor-loss-asked': 'person',
  'second-factor-taken-away': 'person',
  'password-link-texted': 'person',
  'sign-in-throttle-lifted': 'person',
  'grievance-answered': 'person',
  'account-merge-requested': 'person',
  'accounts-merged': 'person',
  'accounts-parted': 'person',
  'service-announced': 'person',
  'offer-announced': 'person',
};

export function audienceOf(kind: Notice['kind']): Audience {
  return AUDIENCE[kind];
}

/** Whether a person with this role in the account is told. */
export function isTold(audience: Audience, role: AccountRole): boolean {
  return audience === 'everybody' || role === 'owner' || role === audience;
}
