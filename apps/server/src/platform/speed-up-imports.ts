import { enableCompileCache, type ResolveFnOutput, registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';

const COMPILE_CACHE = new URL('../../../../node_modules/.cache/node', import.meta.url);
const PACKAGE_NAME = /^(?!node:)[@a-z]/;

/**
 * Makes the imports after it take half as long, in every process that loads the portal (decision
 * 097). Imports that are written as such are loaded before any code runs: only `import()` gains.
 */
export function speedUpImports(): void {
  enableCompileCache(fileURLToPath(COMPILE_CACHE));
  const resolved = new Map<string, ResolveFnOutput>();
  registerHooks({
    resolve: (specifier, context, next) => {
      const { parentURL = '' } = context;
      if (!PACKAGE_NAME.test(specifier) || parentURL.includes('/node_modules/')) return next(specifier, context);
      // Each of our packages may have its own version of a library.
      const [importer] = parentURL.split('/src/');
      const key = `${importer} ${specifier}`;
      const known = resolved.get(key);
      if (known) return known;
      const found = { ...next(specifier, context), shortCircuit: true };
      resolved.set(key, found);
      return found;
    },
  });
}
