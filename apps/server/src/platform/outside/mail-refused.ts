/** The mail server will not take this mail for this recipient, today or later (RFC 5321: a reply that begins with 5). */
export class MailRefusedForGood extends Error {}
