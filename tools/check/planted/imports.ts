import { contexts } from '../boundary-rules.ts';

/** An import that breaks the named rule from `file`, and an allowed one from the same place. */
type ImportPlant = {
  readonly rule: string;
  readonly file: string;
  readonly bad: string;
  readonly good: string;
};

/** Modules that the plants may import; each exports one thing. */
export const targets: readonly string[] = [
  'brand/brand.ts',
  'packages/kernel/src/money.ts',
  'packages/contract/src/platform/endpoint.ts',
  'apps/sandbox/src/hosted-checkout.ts',
  'apps/server/src/app.ts',
  'apps/server/src/platform/database/connection.ts',
  'apps/server/src/platform/database/schema/catalogue/plan.ts',
  'apps/server/src/platform/outside/http-client.ts',
  'apps/server/src/platform/http/authorisation/session-cookie.ts',
  'apps/server/src/identity/index.ts',
  'apps/server/src/identity/events.ts',
  'apps/server/src/identity/sessions/find-session.ts',
  'apps/server/src/messaging/index.ts',
  'apps/server/src/catalogue/index.ts',
  'apps/server/src/catalogue/plans/list-plans.ts',
  'apps/server/src/catalogue/plans/plan.routes.ts',
  'apps/server/src/catalogue/plans/plan.policy.ts',
  'apps/server/src/catalogue/plans/plan.repository.ts',
  'apps/server/src/catalogue/plans/plan.factory.ts',
  'apps/server/src/billing/index.ts',
  'apps/server/src/billing/payments/gateways/gateway.port.ts',
  'apps/server/src/billing/payments/gateways/paystack.gateway.ts',
  'apps/server/src/network/index.ts',
  'apps/server/src/support/index.ts',
  'apps/server/src/console/index.ts',
  'packages/contract/src/identity/accounts.ts',
  'packages/contract/src/messaging/notices.ts',
  'packages/contract/src/catalogue/plans.ts',
  'packages/contract/src/billing/payments/payments.ts',
  'packages/contract/src/network/usage.ts',
  'packages/contract/src/support/tickets.ts',
  'packages/contract/src/console/customers.ts',
  'apps/web/src/app/router.tsx',
  'apps/web/src/pages/plans-page.tsx',
  'apps/web/src/features/catalogue/plans/components/plan-card.tsx',
  'apps/web/src/features/billing/payments/pay-panel.tsx',
  'apps/web/src/features/console/customers/customer-list.tsx',
  'apps/web/src/features/identity/accounts/login-panel.tsx',
  'apps/web/src/features/messaging/notices/notice-bell.tsx',
  'apps/web/src/features/network/usage/usage-card.tsx',
  'apps/web/src/features/support/tickets/ticket-list.tsx',
  'apps/web/src/shared/format/clock.ts',
  'apps/web/src/shared/ui/button.tsx',
  'bench/load.ts',
];

const server = 'apps/server/src';
const plan = `${server}/catalogue/plans`;
const payment = `${server}/billing/payments`;
const web = 'apps/web/src';

/** A module of each context that has code, except platform, on each side. */
const nouns = {
  identity: { contract: 'identity/accounts', web: 'identity/accounts/login-panel' },
  messaging: { contract: 'messaging/notices', web: 'messaging/notices/notice-bell' },
  catalogue: { contract: 'catalogue/plans', web: 'catalogue/plans/components/plan-card' },
  billing: { contract: 'billing/payments/payments', web: 'billing/payments/pay-panel' },
  network: { contract: 'network/usage', web: 'network/usage/usage-card' },
  support: { contract: 'support/tickets', web: 'support/tickets/ticket-list' },
  console: { contract: 'console/customers', web: 'console/customers/customer-list' },
} as const;

/**
 * For each pair of contexts: the rejected import, from the earlier to the later one, on each of the
 * three sides.
 */
const turnedArrowPlants: readonly ImportPlant[] = contexts.flatMap((context, index) =>
  Object.entries(nouns)
    .filter(([later]) => contexts.findIndex((one) => one === later) > index)
    .flatMap(([later, noun]) => [
      {
        rule: `server-${context}-looks-back`,
        file: `${server}/${context}/noun/before-${later}.ts`,
        bad: `../../${later}/index.ts`,
        good: '../../platform/http/authorisation/session-cookie.ts',
      },
      {
        rule: `contract-${context}-looks-back`,
        file: `packages/contract/src/${context}/before-${later}.ts`,
        bad: `@portal/contract/${noun.contract}`,
        good: '@portal/contract/platform/endpoint',
      },
      {
        rule: `web-${context}-looks-back`,
        file: `${web}/features/${context}/noun/before-${later}.tsx`,
        bad: `../../${noun.web}.tsx`,
        good: '../../../shared/ui/button.tsx',
      },
    ]),
);

export const importPlants: readonly ImportPlant[] = [
  {
    rule: 'kernel-stands-alone',
    file: 'packages/kernel/src/phone.ts',
    bad: '@portal/contract/platform/endpoint',
    good: './money.ts',
  },
  { rule: 'kernel-stands-alone', file: 'packages/kernel/src/paper.ts', bad: 'node:fs', good: '@portal/kernel/money' },
  {
    rule: 'contract-needs-kernel-and-zod',
    file: 'packages/contract/src/catalogue/plans.ts',
    bad: 'fastify',
    good: 'zod/mini',
  },
  {
    rule: 'contract-needs-kernel-and-zod',
    file: 'packages/contract/src/network/usage.ts',
    bad: 'node:url',
    good: '@portal/kernel/money',
  },
  {
    rule: 'packages-know-no-app',
    file: 'brand/second-brand.ts',
    bad: `../${web}/shared/format/clock.ts`,
    good: './brand.ts',
  },
  {
    rule: 'sides-never-meet',
    file: `${web}/shared/ui/card.tsx`,
    bad: '@portal/server/app',
    good: '@portal/contract/platform/endpoint',
  },
  {
    rule: 'sides-never-meet',
    file: 'apps/sandbox/src/faults.ts',
    bad: '@portal/server/app',
    good: '@portal/kernel/money',
  },
  {
    rule: 'cli-runs-the-server',
    file: 'apps/cli/src/staff.ts',
    bad: '../../web/src/shared/format/clock.ts',
    good: '@portal/server/platform/database/connection',
  },
  {
    rule: 'server-never-meets-web',
    file: `${server}/platform/http/page.ts`,
    bad: '../../../../web/src/shared/format/clock.ts',
    good: '@portal/sandbox/hosted-checkout',
  },
  {
    rule: 'workshop-stays-out',
    file: `${server}/platform/http/limit.ts`,
    bad: '../../../../../bench/load.ts',
    good: './authorisation/session-cookie.ts',
  },
  ...turnedArrowPlants,
  {
    rule: 'context-through-its-face',
    file: `${payment}/find-payer.ts`,
    bad: '../../identity/sessions/find-session.ts',
    good: '../../identity/index.ts',
  },
  {
    rule: 'context-through-its-face',
    file: `${payment}/find-plan.ts`,
    bad: '../../catalogue/plans/plan.repository.ts',
    good: '../../identity/events.ts',
  },
  {
    rule: 'factories-only-in-tests',
    file: `${plan}/find-plan.ts`,
    bad: './plan.factory.ts',
    good: './plan.repository.ts',
  },
  {
    rule: 'web-shared-looks-down',
    file: `${web}/shared/ui/panel.tsx`,
    bad: '../../features/catalogue/plans/components/plan-card.tsx',
    good: './button.tsx',
  },
  {
    rule: 'web-feature-looks-down',
    file: `${web}/features/catalogue/plans/components/plan-grid.tsx`,
    bad: '../../../../pages/plans-page.tsx',
    good: './plan-card.tsx',
  },
  {
    rule: 'web-page-looks-down',
    file: `${web}/pages/home-page.tsx`,
    bad: '../app/router.tsx',
    good: '../features/catalogue/plans/components/plan-card.tsx',
  },
  {
    rule: 'route-through-use-case',
    file: `${plan}/price.routes.ts`,
    bad: './plan.repository.ts',
    good: './list-plans.ts',
  },
  { rule: 'use-case-looks-down', file: `${plan}/choose-plan.ts`, bad: './plan.routes.ts', good: './plan.policy.ts' },
  {
    rule: 'repository-looks-down',
    file: `${plan}/price.repository.ts`,
    bad: './list-plans.ts',
    good: '../../platform/database/schema/catalogue/plan.ts',
  },
  {
    rule: 'policy-is-pure',
    file: `${plan}/price.policy.ts`,
    bad: './plan.repository.ts',
    good: '@portal/kernel/money',
  },
  {
    rule: 'gateway-knows-only-its-vendor',
    file: `${payment}/gateways/flutterwave.gateway.ts`,
    bad: '../../../platform/database/connection.ts',
    good: '../../../platform/outside/http-client.ts',
  },
  {
    rule: 'gateway-chosen-at-the-edge',
    file: `${payment}/initialize-payment.ts`,
    bad: './gateways/paystack.gateway.ts',
    good: './gateways/gateway.port.ts',
  },
  {
    rule: 'schema-only-in-repositories',
    file: `${plan}/rename-plan.ts`,
    bad: '../../platform/database/schema/catalogue/plan.ts',
    good: './plan.repository.ts',
  },
  {
    rule: 'composition-stays-on-top',
    file: `${server}/platform/jobs/queue.ts`,
    bad: '../../app.ts',
    good: '../database/connection.ts',
  },
  { rule: 'no-cycle', file: `${server}/platform/outside/mail.ts`, bad: './vendor.ts', good: './http-client.ts' },
  {
    rule: 'import-resolves',
    file: `${server}/platform/outside/post.ts`,
    bad: './nowhere.ts',
    good: './http-client.ts',
  },
];

/**
 * The second half of the planted cycle, a dynamic import, and the other ways to write an import.
 */
export const otherSpellings: Readonly<Record<string, string>> = {
  [`${server}/platform/outside/vendor.ts`]: "export async function load() {\n  return await import('./mail.ts');\n}\n",
  [`${plan}/value-import.ts`]:
    "import { part } from '../../billing/payments/gateways/paystack.gateway.ts';\nexport const value = part;\n",
  [`${plan}/side-effect.ts`]: "import '../../billing/payments/gateways/paystack.gateway.ts';\n",
  [`${plan}/re-export.ts`]: "export { part } from '../../billing/payments/gateways/paystack.gateway.ts';\n",
  [`${plan}/inline-type.ts`]:
    "import { type part } from '../../billing/payments/gateways/paystack.gateway.ts';\nexport type Inline = typeof part;\n",
  [`${plan}/type-of-import.ts`]:
    "export type Far = typeof import('../../billing/payments/gateways/paystack.gateway.ts');\n",
  [`${plan}/scoped-import.ts`]:
    "export async function scoped() {\n  await using _ = (await import('../../billing/payments/gateways/paystack.gateway.ts')) as never;\n}\n",
  [`${plan}/late-import.ts`]:
    "export async function load() {\n  return await import('../../billing/payments/gateways/paystack.gateway.ts');\n}\n",
};
