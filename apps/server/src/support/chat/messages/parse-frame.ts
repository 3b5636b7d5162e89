import * as z from 'zod/mini';

/** What a page says on its socket, or null when it is nothing that a page of ours says. */
export function parseFrame<S extends z.ZodMiniType>(text: string, schema: S): z.infer<S> | null {
  try {
    const result = z.safeParse(schema, JSON.parse(text));
    return result.success ? result.data : null;
  } catch {
    return null;
  }
}
