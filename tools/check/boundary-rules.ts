const test = '\\.test\\.tsx?$';
const server = '^apps/server/src';
const web = '^apps/web/src';
/**
 * In the order in which app.ts creates them: each may use those before it (docs/architecture.md).
 * `fulfilment` and `channels` have no code yet (decision 098).
 */
export const contexts = [
  'platform',
  'identity',
  'messaging',
  'catalogue',
  'billing',
  'network',
  'fulfilment',
  'support',
  'channels',
  'console',
] as const;
const anyContext = `(?:${contexts.join('|')})`;
const useCase = `${server}/(?!platform/)${anyContext}/.+/[^./]+\\.ts$`;
const entrance = '\\.(routes|socket|jobs)\\.ts$';

/** Files by regular expressions: one of `path`, none of `pathNot`. */
export type Paths = { readonly path?: string | readonly string[]; readonly pathNot?: string | readonly string[] };

/**
 * No file of `from` imports one of `to`, where `$1` is the first group of the file's own match;
 * `comment` is the remedy.
 */
export type BoundaryRule = {
  readonly name: string;
  readonly comment: string;
  readonly from: Paths;
  readonly to: Paths;
};

const packages: readonly BoundaryRule[] = [
  {
    name: 'kernel-stands-alone',
    comment: 'The kernel is pure nouns: move what needs another module to the side that uses it.',
    from: { path: '^packages/kernel/', pathNot: test },
    to: { pathNot: '^packages/kernel/' },
  },
  {
    name: 'contract-needs-kernel-and-zod',
    comment: 'The contract is what both sides agree on: only the kernel and zod may be imported.',
    from: { path: '^packages/contract/', pathNot: test },
    to: { pathNot: ['^packages/(contract|kernel)/', '(^|/)node_modules/zod/'] },
  },
  {
    name: 'packages-know-no-app',
    comment: 'Both sides lean on packages/ and brand/, never the other way round: hand the thing in.',
    from: { path: '^(packages|brand)/' },
    to: { path: '^apps/' },
  },
  {
    name: 'sides-never-meet',
    comment: 'Applications talk over the wire: put the shared type into packages/contract.',
    from: { path: '^apps/([^/]+)/', pathNot: '^apps/(server|cli)/' },
    to: { path: '^apps/', pathNot: '^apps/$1/' },
  },
  {
    name: 'cli-runs-the-server',
    comment: "The operator's commands use the server's code and no other application's.",
    from: { path: '^apps/cli/' },
    to: { path: '^apps/(?!cli/|server/)' },
  },
  {
    name: 'server-never-meets-web',
    comment: 'The server knows the web only as built files: put the shared type into packages/contract.',
    from: { path: '^apps/server/' },
    to: { path: '^apps/(?!server/|sandbox/|speedtest/)' },
  },
  {
    name: 'workshop-stays-out',
    comment:
      'Shipped code must not lean on tools/, bench/, drills/ or e2e/: move the needed part into an application or package.',
    from: { path: '^(apps|packages|brand)/' },
    to: { path: '^(tools|bench|drills|e2e)/' },
  },
];

/**
 * One rule for each context but the last: it must not import a later one. `folder` contains the
 * contexts of one side.
 */
function turnedArrows(side: string, folder: string): BoundaryRule[] {
  return contexts.slice(0, -1).map((context, index) => ({
    name: `${side}-${context}-looks-back`,
    comment: `The contexts have one direction: publish a domain event, or own a port that a later context implements.`,
    from: { path: `${folder}/${context}/`, pathNot: [test, '/testing/', `${server}/platform/database/schema/`] },
    to: { path: `${folder}/(?:platform/database/schema/)?(?:${contexts.slice(index + 1).join('|')})/` },
  }));
}

const directions: readonly BoundaryRule[] = [
  ...turnedArrows('server', server),
  ...turnedArrows('contract', '^packages/contract/src'),
  ...turnedArrows('web', `${web}/features`),
  {
    name: 'context-through-its-face',
    comment: 'Another context is known by its index.ts and events.ts alone: export there what others may use.',
    from: { path: `${server}/(${anyContext})/`, pathNot: [test, '/testing/'] },
    to: {
      path: `${server}/${anyContext}/`,
      pathNot: [`${server}/$1/`, `${server}/platform/`, `${server}/[^/]+/(?:index|events)\\.ts$`],
    },
  },
  {
    name: 'factories-only-in-tests',
    comment: 'A factory makes things for tests: shipped code must not import it.',
    from: { path: '^(apps|packages)/', pathNot: ['\\.(test|factory)\\.tsx?$', '/testing/'] },
    to: { path: '\\.factory\\.tsx?$|/testing/' },
  },
];

const webLayers: readonly BoundaryRule[] = [
  {
    name: 'web-shared-looks-down',
    comment: 'shared/ serves all features and knows none: pass the thing in as a property or argument.',
    from: { path: `${web}/shared/` },
    to: { path: `${web}/(?!shared/)` },
  },
  {
    name: 'web-feature-looks-down',
    comment: 'pages → features → shared: a feature is composed by a page, so pass the thing in as a property.',
    from: { path: `${web}/features/` },
    to: { path: `${web}/(?!features/|shared/)` },
  },
  {
    name: 'web-page-looks-down',
    comment: 'app → pages → features → shared: a page is mounted by app/ and must not reach back into it.',
    from: { path: `${web}/pages/` },
    to: { path: `${web}/(?!pages/|features/|shared/)` },
  },
];

const serverLayers: readonly BoundaryRule[] = [
  {
    name: 'route-through-use-case',
    comment: 'routes → use case → repository: let the route call a use case.',
    from: { path: `${server}/${anyContext}/.*\\.(routes|socket)\\.ts$` },
    to: { path: '\\.repository\\.ts$' },
  },
  {
    name: 'use-case-looks-down',
    comment:
      'A use case is called by routes, sockets and jobs and knows none of them: take what it needs as a function.',
    from: { path: useCase },
    to: { path: entrance },
  },
  {
    name: 'repository-looks-down',
    comment:
      'A repository only reads and writes rows: move the rule into the use case, a shared noun into a policy or the kernel.',
    from: { path: '\\.repository\\.ts$' },
    to: { path: [useCase, entrance, '\\.gateway\\.ts$'] },
  },
  {
    name: 'policy-is-pure',
    comment: 'A policy decides from its arguments alone: let the use case fetch what it needs.',
    from: { path: '\\.policy\\.ts$' },
    to: { path: [entrance, '\\.(repository|gateway)\\.ts$', `${server}/platform/(database|outside|events|jobs)/`] },
  },
  {
    name: 'gateway-knows-only-its-vendor',
    comment: "A gateway translates one vendor's protocol: rules and rows belong to the use case and its repository.",
    from: { path: `${server}/billing/payments/gateways/.*\\.(gateway|port)\\.ts$`, pathNot: test },
    to: {
      path: [
        `${server}/(?!platform/|billing/payments/gateways/)${anyContext}/`,
        `${server}/platform/(database|http|events|jobs)/`,
      ],
    },
  },
  {
    name: 'gateway-chosen-at-the-edge',
    comment: 'Depend on gateway.port.ts; only create-gateways.ts, called by the composition, chooses a gateway.',
    from: { pathNot: [`${server}/billing/payments/gateways/create-gateways\\.ts$`, test] },
    to: { path: `${server}/billing/payments/gateways/.*\\.gateway\\.ts$` },
  },
  {
    name: 'schema-only-in-repositories',
    comment: 'Only repositories (and platform/database/ itself) know tables: ask a repository.',
    from: {
      pathNot: [
        '\\.(repository|factory)\\.ts$',
        test,
        `${server}/platform/database/`,
        '/(testing|demo-data)/',
        '/seed-[^/]+\\.ts$',
      ],
    },
    to: { path: `${server}/platform/database/schema/` },
  },
  {
    name: 'composition-stays-on-top',
    comment: 'app.ts, start-portal.ts and main.ts hand dependencies down; nothing below them may import them.',
    from: { path: `${server}/[^/]+/`, pathNot: [test, '/testing/'] },
    to: { path: `${server}/(app|start-portal|main)\\.ts$` },
  },
];

/** The architecture as rules for imports (docs/architecture.md). */
export const boundaryRules: readonly BoundaryRule[] = [...packages, ...directions, ...webLayers, ...serverLayers];
