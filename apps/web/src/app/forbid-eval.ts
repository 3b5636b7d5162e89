/**
 * Tells zod, before it is loaded, never to try eval: the page's security policy forbids it and
 * would report the attempt. The same as zod's `config({ jitless: true })`, without loading zod on
 * pages that do not need it.
 */
export function forbidEval(): void {
  Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
}
