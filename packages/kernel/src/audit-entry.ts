/**
 * What made a change: a customer or a member of staff at a page; or a program, named by `program`: the
 * operator's, with an API key; a job of the portal; a gateway's webhook; or a channel, which is a session
 * of USSD or WhatsApp, or the directory that signs staff in.
 */
export const actorKinds = ['customer', 'staff', 'api-key', 'job', 'webhook', 'channel'] as const;
export type ActorKind = (typeof actorKinds)[number];

/** An audited change: the fields before and after, null where there was or is nothing. */
export type AuditEntry = {
  /**
   * Who made it. For a program: on whose authority it acts (the creator of an API key, the customer of a
   * session), or else whom the change is about.
   */
  readonly actorId: number;
  /** A channel, which the running request does not name. */
  readonly by?: { readonly kind: 'channel'; readonly program: string };
  /** What was done, for example "ticket.reply". */
  readonly action: string;
  /** What it was done to, for example "ticket:<id>" or "customer:42". */
  readonly subject: string;
  readonly before: Readonly<Record<string, unknown>> | null;
  readonly after: Readonly<Record<string, unknown>> | null;
};
