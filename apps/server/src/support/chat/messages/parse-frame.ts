import * as z from 'zod/mini';

/** A frame from a page's socket, or null when it is none of ours. */
export function parseFrame<S extends z.ZodMiniType>(text: string, schema: S): z.infer<S> | null {
  try {
    const result = z.safeParse(schema, JSON.parse(text));
    return result.success ? result.data : null;
  } catch {
    return null;
  }
}
