import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

enableCompileCache(fileURLToPath(new URL('../../../node_modules/.cache/node', import.meta.url)));
// Only what is imported from here on comes out of the cache: static imports are compiled before this file runs.
const { startPortal } = await import('./start-portal.ts');
await startPortal();
