import { speedUpImports } from './platform/speed-up-imports.ts';

speedUpImports();
const { startPortal } = await import('./start-portal.ts');
await startPortal();
