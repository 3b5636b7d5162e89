/**
 * The mail server will never accept this mail for this recipient (RFC 5321: a reply that begins
 * with 5).
 */
export class MailRefusedForGood extends Error {}
