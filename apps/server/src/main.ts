import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

enableCompileCache(fileURLToPath(new URL('../../../node_modules/.cache/node', import.meta.url)));
// Only later imports come from the compile cache: static imports are compiled before this file
// runs.
const { startPortal } = await import('./start-portal.ts');
await startPortal();
