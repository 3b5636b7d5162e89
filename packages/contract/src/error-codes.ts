/**
 * Every expected refusal: HTTP status and the sentence a customer reads. Anything else is a defect, answered as 500 without detail.
 * Messages of the specification (sections 5 and 8) are to the letter.
 */
export const errorCodes = {
  'request.malformed': { status: 400, message: 'The request could not be read.' },
  'request.invalid': { status: 422, message: 'Some of the details need another look.' },
  'request.too-large': { status: 413, message: 'That is more than we can take at once.' },
  'request.unsupported-media': { status: 415, message: 'Send the request as JSON.' },
  'request.not-found': { status: 404, message: 'There is nothing at this address.' },
  'request.method-not-allowed': { status: 405, message: 'This address does not take that kind of request.' },
  'request.too-many': { status: 429, message: 'Too many attempts. Please wait a moment and try again.' },
  'request.foreign-origin': { status: 403, message: 'This request came from another site and was refused.' },
  'session.missing': { status: 401, message: 'Please sign in to continue.' },
  'session.forbidden': { status: 403, message: 'You do not have access to this.' },
  'service.unavailable': { status: 503, message: 'The service is busy. Please try again in a moment.' },
  'account.bad-credentials': { status: 401, message: 'Invalid email or password' },
  'account.email-taken': { status: 409, message: 'An account with this email address already exists' },
  'account.weak-password': { status: 422, message: 'Choose a password that is harder to guess' },
  'plan.not-found': { status: 404, message: 'This plan is not available.' },
  'subscription.same-plan': { status: 409, message: 'You are already on this plan.' },
  'subscription.none': { status: 409, message: 'Choose a plan first.' },
  'payment.unknown-gateway': { status: 404, message: 'This payment gateway is not available.' },
  'payment.amount-changed': { status: 409, message: 'The amount due has changed. Please check it and pay again.' },
  'payment.not-found': { status: 404, message: 'We could not find that payment.' },
  'payment.gateway-unavailable': {
    status: 503,
    message: 'The payment gateway did not answer. You have not been charged. Try again, or choose another gateway.',
  },
  'payment.gateway-refused': {
    status: 409,
    message: 'The payment gateway did not accept this payment. Choose another gateway.',
  },
  'payment.credit-too-low': { status: 409, message: 'Your account credit does not cover this payment.' },
  'payment.nothing-due': { status: 409, message: 'Your account credit covers this payment. Pay with credit instead.' },
  'payment.bad-signature': { status: 401, message: 'The signature is wrong.' },
  'receipt.not-found': { status: 404, message: 'We could not find that receipt.' },
} as const satisfies Record<string, { status: number; message: string }>;

export type ErrorCode = keyof typeof errorCodes;
