import type { Installation } from '../../../apps/server/src/platform/http/openapi.ts';

/** Where only the calls matter. */
export const ANY_INSTALLATION: Installation = {
  name: 'Portal',
  version: '1.0.0',
  origin: 'https://portal.example',
  supportEmail: 'care@portal.example',
  sessionCookieName: 'session',
};

type Fields = { readonly properties?: object; readonly required?: readonly string[] };

/** The fields of all parts together, for whoever asks what an object has. */
function folded(parts: readonly Fields[]): Fields {
  return {
    properties: Object.assign({}, ...parts.map(({ properties }) => properties)),
    required: parts.flatMap(({ required = [] }) => required),
  };
}

/** An OpenAPI document with its components in the place of the references to them; none contains itself. */
export function inlined(document: object): object {
  const place = (part: unknown): unknown => {
    if (Array.isArray(part)) return part.map(place);
    if (typeof part !== 'object' || part === null) return part;
    const { $ref, ...rest } = part as { readonly $ref?: string };
    const { allOf, ...own } = Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, place(value)]));
    return { ...(allOf ? folded(allOf as Fields[]) : {}), ...($ref ? (place(targetOf($ref)) as object) : {}), ...own };
  };
  const targetOf = (ref: string) =>
    ref
      .split('/')
      .slice(1)
      .reduce<unknown>((found, key) => (found as Readonly<Record<string, unknown>>)[key], document);
  return place(document) as object;
}
