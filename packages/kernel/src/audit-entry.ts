/**
 * A change by a member of staff: the fields before and after, null where there was or is nothing.
 */
export type AuditEntry = {
  readonly actorId: number;
  /** What was done, for example "ticket.reply". */
  readonly action: string;
  /** What it was done to, for example "ticket:<id>" or "customer:42". */
  readonly subject: string;
  readonly before: Readonly<Record<string, unknown>> | null;
  readonly after: Readonly<Record<string, unknown>> | null;
};
