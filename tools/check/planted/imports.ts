/** An import that breaks the named rule from `file`, and one from the same place that is welcome. */
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
  'packages/contract/src/endpoint.ts',
  'apps/sandbox/src/hosted-checkout.ts',
  'apps/server/src/app.ts',
  'apps/server/src/database/connection.ts',
  'apps/server/src/database/schema/plan.ts',
  'apps/server/src/outside/http-client.ts',
  'apps/server/src/http/session.ts',
  'apps/server/src/features/plan/list-plans.ts',
  'apps/server/src/features/plan/plan.routes.ts',
  'apps/server/src/features/plan/plan.policy.ts',
  'apps/server/src/features/plan/plan.repository.ts',
  'apps/server/src/features/plan/plan.factory.ts',
  'apps/server/src/features/payment/gateways/gateway.port.ts',
  'apps/server/src/features/payment/gateways/paystack.gateway.ts',
  'apps/web/src/app/router.tsx',
  'apps/web/src/pages/plans-page.tsx',
  'apps/web/src/features/plan/components/plan-card.tsx',
  'apps/web/src/shared/ui/button.tsx',
  'bench/load.ts',
];

const server = 'apps/server/src';
const plan = `${server}/features/plan`;
const payment = `${server}/features/payment`;
const web = 'apps/web/src';

export const importPlants: readonly ImportPlant[] = [
  {
    rule: 'kernel-stands-alone',
    file: 'packages/kernel/src/phone.ts',
    bad: '@portal/contract/endpoint',
    good: './money.ts',
  },
  { rule: 'kernel-stands-alone', file: 'packages/kernel/src/paper.ts', bad: 'node:fs', good: '@portal/kernel/money' },
  { rule: 'contract-needs-kernel-and-zod', file: 'packages/contract/src/plan.ts', bad: 'fastify', good: 'zod/mini' },
  {
    rule: 'contract-needs-kernel-and-zod',
    file: 'packages/contract/src/usage.ts',
    bad: 'node:url',
    good: '@portal/kernel/money',
  },
  {
    rule: 'packages-know-no-app',
    file: 'brand/second-brand.ts',
    bad: `../${web}/shared/ui/button.tsx`,
    good: './brand.ts',
  },
  {
    rule: 'sides-never-meet',
    file: `${web}/shared/ui/card.tsx`,
    bad: '@portal/server/app',
    good: '@portal/contract/endpoint',
  },
  {
    rule: 'sides-never-meet',
    file: 'apps/sandbox/src/faults.ts',
    bad: '@portal/server/app',
    good: '@portal/kernel/money',
  },
  {
    rule: 'server-never-meets-web',
    file: `${server}/http/pages.ts`,
    bad: '../../../web/src/shared/ui/button.tsx',
    good: '@portal/sandbox/hosted-checkout',
  },
  {
    rule: 'workshop-stays-out',
    file: `${server}/http/limit.ts`,
    bad: '../../../../bench/load.ts',
    good: './session.ts',
  },
  {
    rule: 'feature-knows-no-feature',
    file: `${payment}/settle-payment.ts`,
    bad: '../plan/list-plans.ts',
    good: './gateways/gateway.port.ts',
  },
  {
    rule: 'feature-knows-no-feature',
    file: `${payment}/settle-payment.test.ts`,
    bad: '../plan/list-plans.ts',
    good: '../plan/plan.factory.ts',
  },
  {
    rule: 'feature-knows-no-feature',
    file: `${web}/features/payment/components/pay-panel.tsx`,
    bad: '../../plan/components/plan-card.tsx',
    good: '../../../shared/ui/button.tsx',
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
    bad: '../../features/plan/components/plan-card.tsx',
    good: './button.tsx',
  },
  {
    rule: 'web-feature-looks-down',
    file: `${web}/features/plan/components/plan-grid.tsx`,
    bad: '../../../pages/plans-page.tsx',
    good: './plan-card.tsx',
  },
  {
    rule: 'web-page-looks-down',
    file: `${web}/pages/home-page.tsx`,
    bad: '../app/router.tsx',
    good: '../features/plan/components/plan-card.tsx',
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
    good: '../../database/schema/plan.ts',
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
    bad: '../../../database/connection.ts',
    good: '../../../outside/http-client.ts',
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
    bad: '../../database/schema/plan.ts',
    good: './plan.repository.ts',
  },
  {
    rule: 'corridor-knows-no-feature',
    file: `${server}/live/socket.ts`,
    bad: '../features/plan/list-plans.ts',
    good: '../http/session.ts',
  },
  {
    rule: 'composition-stays-on-top',
    file: `${server}/jobs/queue.ts`,
    bad: '../app.ts',
    good: '../database/connection.ts',
  },
  { rule: 'no-cycle', file: `${server}/outside/mail.ts`, bad: './vendor.ts', good: './http-client.ts' },
  { rule: 'import-resolves', file: `${server}/outside/post.ts`, bad: './nowhere.ts', good: './http-client.ts' },
];

/** The second half of the planted cycle, and the other ways to write an import. */
export const otherSpellings: Readonly<Record<string, string>> = {
  [`${server}/outside/vendor.ts`]: "import type { Part } from './mail.ts';\nexport type Vendor = Part;\n",
  [`${plan}/value-import.ts`]:
    "import { part } from '../payment/gateways/paystack.gateway.ts';\nexport const value = part;\n",
  [`${plan}/side-effect.ts`]: "import '../payment/gateways/paystack.gateway.ts';\n",
  [`${plan}/re-export.ts`]: "export { part } from '../payment/gateways/paystack.gateway.ts';\n",
  [`${plan}/inline-type.ts`]:
    "import { type part } from '../payment/gateways/paystack.gateway.ts';\nexport type Inline = typeof part;\n",
  [`${plan}/scoped-import.ts`]:
    "export async function scoped() {\n  await using _ = (await import('../payment/gateways/paystack.gateway.ts')) as never;\n}\n",
  [`${plan}/late-import.ts`]:
    "export async function load() {\n  return await import('../payment/gateways/paystack.gateway.ts');\n}\n",
};
