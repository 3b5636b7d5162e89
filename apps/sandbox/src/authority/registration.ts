/** A document that the authority has, by its number. */
export interface Registration {
  readonly irn: string;
  readonly at: string;
  readonly body: Readonly<Record<string, unknown>>;
}
