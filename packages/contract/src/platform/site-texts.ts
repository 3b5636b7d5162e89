import * as z from 'zod/mini';
import { defineEndpoint } from './endpoint.ts';

/** The texts of public pages that staff may publish. */
export const siteTexts = ['faq', 'privacy', 'terms'] as const;
export type SiteText = (typeof siteTexts)[number];

/**
 * `number` is its version. A language with an empty text shows the English one. `effectiveFrom` is a
 * day, of legal texts alone.
 */
const siteText = z.object({
  number: z.number(),
  effectiveFrom: z.optional(z.string()),
  en: z.string(),
  yo: z.string(),
  ha: z.string(),
  ig: z.string(),
});
export type PublishedText = z.infer<typeof siteText>;

export const getSiteText = defineEndpoint({
  method: 'GET',
  path: '/api/site-texts/:text',
  access: 'anyone',
  viewable: true,
  summary: 'A text of a public page as staff have published it; null where the page has the one of the installation',
  params: z.object({ text: z.enum(siteTexts) }),
  answer: z.nullable(siteText),
  errors: [],
});

export const api = {
  description: 'Texts of the website that staff have published.',
  endpoints: { getSiteText },
  schemas: { siteText },
};
