import * as z from 'zod/mini';

/** A JSON object in the address. `what`: what it is, for who sends something else. */
export function jsonObject<T extends z.ZodMiniType>(what: string, schema: T) {
  function parse(text: string, context: { issues: unknown[] }): unknown {
    try {
      return JSON.parse(text);
    } catch {
      context.issues.push({ code: 'custom', input: text, message: `Send the ${what} as a JSON object` });
      return z.NEVER;
    }
  }
  return z.pipe(z.string().check(z.maxLength(4000)), z.pipe(z.transform(parse), schema));
}
