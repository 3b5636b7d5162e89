/** Ways to write "one folder up". */
const UP = [
  '../',
  '..\\',
  '%2e%2e/',
  '..%2f',
  '%2e%2e%2f',
  '%2E%2E%5C',
  '..%5c',
  '..%252f',
  '%252e%252e%252f',
  '..%c0%af',
  '..%ef%bc%8f',
  '....//',
  '..;/',
  '..%00/',
  '.%2e/',
];

/** Where the way up begins. */
const PLACES = ['/', '/assets/', '/fonts/', '/plans/', '/profile/', '/admin/', '/receipts/', '/api/'];

const climbing = PLACES.flatMap((place, index) =>
  UP.map((up, way) => `${place}${up.repeat(3 + (way % 5))}${(index + way) % 2 === 0 ? 'etc/passwd' : 'package.json'}`),
);

const hidden = [
  ...['/.env', '/.env.local', '/.env.production', '/.git', '/.git/', '/.git/HEAD', '/.git/config', '/.git/index'],
  ...['/.gitignore', '/.npmrc', '/.ssh/id_rsa', '/.DS_Store', '/.htaccess', '/.htpasswd', '/.svn/entries'],
  ...['/.vscode/settings.json', '/.vite/manifest.json', '/assets/.vite/manifest.json', '/.cache', '/.well-known/x'],
  ...['/plans/.env', '/assets/.git/config', '/.%65nv', '/%2eenv', '/%2egit/config', '/.env%00', '/.env%20'],
];

const leftovers = [
  ...['/index.html~', '/index.html.bak', '/index.html.old', '/index.php', '/index.html.save', '/.index.html.swp'],
  ...['/config.ts', '/config.json', '/config.ts.bak', '/main.ts', '/src/main.tsx', '/apps/server/src/main.ts'],
  ...['/package.json', '/package-lock.json', '/tsconfig.json', '/node_modules/fastify/package.json', '/Dockerfile'],
  ...['/backup.zip', '/backup.sql', '/dump.sql.gz', '/db.sqlite', '/portal.log', '/server.key', '/data/PG_VERSION'],
  ...['/csp-style-hashes.json', '/prerenderer/prerender.js', '/client/assets', '/pages/index.html', '/dist/'],
  ...['/index.html', '/shell.html', '/admin.html', '/404.html', '/plans.html', '/favicon.svg.br', '/offline.html.br'],
  ...['/wp-login.php', '/phpmyadmin/', '/server-status', '/actuator/env', '/debug/pprof', '/graphql'],
];

const otherSystems = [
  ...['/C:/Windows/win.ini', '/C:\\Windows\\win.ini', '/c%3a/windows/win.ini', '/c%3a%5cwindows%5cwin.ini'],
  ...['/\\\\host\\share\\x', '/%5c%5chost%5cshare', '/CON', '/nul.txt', '/aux', '/index.html::$DATA', '/plans::$DATA'],
  ...['/assets\\..\\..\\package.json', '/%5c..%5c..%5cpackage.json', '/plans%20', '/plans.', '/PLANS', '/Assets/'],
];

const odd = [
  ...['/%00', '/index.html%00.png', '/plans%00', '/plans%00.css', '/%0d%0aset-cookie:%20a=b', '/%0a', '/plans%0d%0a'],
  ...['/%', '/%zz', '/%E0%A4%A', '/%c0%ae%c0%ae/', '/%u002e%u002e/', '/%25', '/%252e', '/%2500', '/plans%2f..'],
  ...['//', '//[', '//etc/passwd', '///etc/passwd', '/%2fetc/passwd', '/./', '/././plans', '/plans/.', '/plans/..'],
  ...['/file:///etc/passwd', '/http://127.0.0.1/', '//evil.example/plans', '/\\evil.example', '/%2f%2fevil.example'],
  ...['/proc/self/environ', '/dev/null', '/~root', '/~/.ssh', '/assets', '/assets/', '/fonts', '/fonts/', '/assets//'],
  ...[
    '/__proto__',
    '/constructor',
    '/toString',
    '/hasOwnProperty',
    '/plans;jsessionid=1',
    '/x/../admin',
    '/admin/../x',
    '//x/admin',
    `/${'a/'.repeat(2000)}`,
  ],
  ...[
    `/${'%2e'.repeat(2000)}`,
    `/${'x'.repeat(8000)}`,
    '/plans#/../',
    '*',
    'plans',
    'http://[',
    '/[',
    '/{',
    '/\u0000x',
  ],
];

/** Some two hundred addresses that nobody has, by which servers have given away what is not theirs to give. */
export const HOSTILE_PATHS: readonly string[] = [...climbing, ...hidden, ...leftovers, ...otherSystems, ...odd];

/** Addresses of private pages, written so that something in between may take them for files to keep. */
export const PRIVATE_AS_FILES: readonly string[] = [
  'dashboard',
  'profile',
  'payment',
  'receipts/RCT-2026-000012',
].flatMap((page) => [
  ...[`/${page}/x.css`, `/${page}/..%2fx.js`, `/${page}/../x.js`, `/${page}.css`, `/${page};x.css`, `/${page}%2fx.css`],
  ...[
    `/${page}%00.css`,
    `/${page}%3fx.css`,
    `/${page}%23x.css`,
    `/${page}\\x.png`,
    `/${page}/.css`,
    `/${page}%0ax.css`,
  ],
  ...[`/assets/../${page}`, `/assets/..%2f${page}`, `/${page}?x.css`, `//${page}`, `/${page}/`, `/x/../${page}`],
]);
