/**
 * One section of a legal page. The texts are a template for the operator: change, add and remove
 * them freely, no code depends on them. `{company}`, `{email}`, `{phone}` and `{address}` in them
 * are filled in from the brand.
 */
export type LegalSection = {
  /** The anchor: /privacy#rights. */
  readonly id: string;
  readonly title: string;
  readonly paragraphs: readonly string[];
  readonly points?: readonly string[];
  readonly table?: readonly StoredThing[];
};

/** Something that the site stores in a browser. */
export type StoredThing = {
  /** The names under which the browser shows it. */
  readonly names: readonly string[];
  readonly purpose: string;
  readonly duration: string;
};

/** When the texts of this folder were last changed: a day in Lagos. */
export const LEGAL_TEXTS_CHANGED = '2026-11-23T12:00:00+01:00';
