// One chunk for pages that few people open, by a link in a message: the start names each chunk to every visitor.
export { AccountInvitationPage } from './account-invitation-page.tsx';
export { AccountMergePage } from './account-merge-page.tsx';
export { ConfirmContactPage } from './confirm-contact-page.tsx';
export { NotMePage } from './not-me-page.tsx';
export { VerifyEmailPage } from './verify-email-page.tsx';
