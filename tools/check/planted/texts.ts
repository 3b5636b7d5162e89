/** Files that break `rule` on each of `lines`, and a twin that breaks none. */
type TextPlant = {
  readonly rule: string;
  readonly bad: readonly [path: string, text: string];
  readonly lines: readonly number[];
  readonly good: readonly [path: string, text: string];
};

const left = (bad: string, good: string): TextPlant => ({
  rule: 'left-behind',
  bad: ['docs/notes.md', `# Notes\n${bad}\n`],
  lines: [2],
  good: ['docs/notes.md', `# Notes\n${good}\n`],
});
const named = (rule: string, bad: string, good: string): TextPlant => ({
  rule,
  bad: [bad, 'export {};\n'],
  lines: [1],
  good: [good, 'export {};\n'],
});

export const textPlants: readonly TextPlant[] = [
  named('kebab-case', 'apps/web/src/shared/ui/PayPanel.tsx', 'apps/web/src/shared/ui/pay-panel.tsx'),
  named('kebab-case', 'apps/server/src/outside/http_client.ts', 'apps/server/src/platform/outside/http-client.ts'),
  named('kebab-case', 'apps/server/src/speedTest/run.ts', 'apps/server/src/speed-test/run.ts'),
  named('name-says-something', 'apps/server/src/utils.ts', 'apps/server/src/duration.ts'),
  named('name-says-something', 'apps/server/src/common/round.ts', 'apps/server/src/money/round.ts'),
  named('name-says-something', 'apps/web/src/shared/date-helpers.ts', 'apps/web/src/shared/date.ts'),
  named(
    'name-says-something',
    'apps/server/src/catalogue/plans/types.ts',
    'apps/server/src/catalogue/plans/plan.policy.ts',
  ),
  named('name-says-something', 'apps/server/src/payment-manager.ts', 'packages/kernel/src/data-size.ts'),
  named('name-says-something', 'bench/misc/load.ts', 'bench/load.ts'),
  named('name-says-something', 'apps/server/src/database/data/plans.ts', 'apps/server/src/database/seed/plans.ts'),
  left('TODO: write this', 'A method.'),
  left('// FIXME', 'Fixed.'),
  left('The chart is coming soon.', 'The chart comes with the next reading.'),
  left('it.skip("pays", pay)', 'it("pays", pay)'),
  left('test.describe.only("pays", pay)', 'test.describe("pays", pay)'),
  left('it.each(rows).only("pays", pay)', 'it.each(rows)("pays", pay)'),
  left('it.todo("pays")', 'rows.filter(only)'),
  left('see /work/main/README.md', 'see https://vendor.example/work/ and docs/work/plan.md'),
  left('as ../shared/product.md says', 'as apps/web/src/shared/api/call-endpoint.ts does'),
  left('the mocks in shared/design/', 'the parts in shared/ui/'),
];

const page = (link: string) => `# Page\n\n## The way in\n\n${link}\n`;
const linked = (bad: string, good: string): TextPlant => ({
  rule: 'link-leads-somewhere',
  bad: ['docs/page.md', page(bad)],
  lines: [5],
  good: ['docs/page.md', page(good)],
});

/** Links are checked against the disk: docs/page.md itself is the only file there. */
export const linkPlants: readonly TextPlant[] = [
  linked('[guide](guide.md)', '[page](page.md), [outside](https://vendor.example/x.md), `[code](guide.md)`'),
  linked('![picture](pictures/none.png)', '[here](../docs/page.md#the-way-in)'),
  linked('[here](#the-way-out)', '[here](#the-way-in)'),
  linked('<img src="none.png">', '<a href="page.md">page</a>'),
  linked('[named]: none.md', '[named]: page.md'),
  linked('[above](../../outside.md)', '[folder](../docs)'),
];
