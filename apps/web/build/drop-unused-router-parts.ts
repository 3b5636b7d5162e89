import type { Plugin } from 'vite';

const ROUTER = /\/react-router\/dist\/.*\.js$/;
const OWN = /\/apps\/web\/src\/.*\.tsx?$/;
const HEAVY_IMPORT = /import \{[^}]*\b(?:Link|NavLink|Form)\b[^}]*\} from 'react-router'/;

/**
 * The router's Link, Form and their prefetching stay in every build even when nothing uses them,
 * because they are made by calls that a bundler must suppose to do something. This says that they
 * do not: 3 KB less on every page. A source file that uses them all the same fails the build. Its
 * warnings to developers say nothing to customers, and are left out, too.
 */
export function dropUnusedRouterParts(): Plugin {
  return {
    name: 'drop-unused-router-parts',
    apply: 'build',
    enforce: 'pre',
    transform(code, id) {
      if (OWN.test(id) && HEAVY_IMPORT.test(code)) {
        this.error("Link, NavLink and Form of 'react-router' weigh 3 KB on every page: use shared/ui/page-link.tsx");
      }
      if (!ROUTER.test(id)) return null;
      return {
        code: code
          .replace(/= (React\$\d+\.(?:forwardRef|createContext)\()/g, '= /* @__PURE__ */ $1')
          .replace(/^(\s*)(warning(?:Once)?\()/gm, '$1/* @__PURE__ */ $2')
          .replace(/^\w+\.displayName = "[^"]*";$/gm, ''),
        map: null,
      };
    },
  };
}
