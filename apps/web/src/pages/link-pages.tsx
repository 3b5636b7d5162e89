// One chunk for pages that few people open, by a link in a message: the start names each chunk to every visitor.
export { CheckProofPage } from './billing/check-proof-page.tsx';
export { DocumentPage } from './billing/document-page.tsx';
export { LineOfferPage } from './billing/line-offer-page.tsx';
export { AccountInvitationPage } from './identity/account-invitation-page.tsx';
export { AccountMergePage } from './identity/account-merge-page.tsx';
export { ConfirmContactPage } from './identity/confirm-contact-page.tsx';
export { NotMePage } from './identity/not-me-page.tsx';
export { VerifyEmailPage } from './identity/verify-email-page.tsx';
