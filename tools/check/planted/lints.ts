/** What biome must reject by its rule of that name, and a twin it accepts. */
type LintPlant = {
  readonly rule: string;
  readonly bad: readonly [path: string, text: string];
  readonly good: readonly [path: string, text: string];
};

export const lintPlants: readonly LintPlant[] = [
  {
    rule: 'noDefaultExport',
    bad: ['apps/server/src/one.ts', 'export default 1;\n'],
    good: ['apps/server/one.config.ts', 'export default { one: 1 };\n'],
  },
  {
    rule: 'noExplicitAny',
    bad: ['apps/server/src/two.ts', 'export const two: any = 1;\n'],
    good: ['apps/server/src/two.ts', 'export const two: unknown = 1;\n'],
  },
  {
    rule: 'noNonNullAssertion',
    bad: ['apps/web/src/three.ts', 'export const three = [1][0]!;\n'],
    good: ['apps/web/src/three.ts', 'export const three = [1][0] ?? 0;\n'],
  },
  {
    rule: 'noUnusedVariables',
    bad: ['apps/web/src/four.ts', 'const four = 4;\nexport const five = 5;\n'],
    good: ['apps/web/src/four.ts', 'export const four = 4;\n'],
  },
  {
    rule: 'noFocusedTests',
    bad: ['bench/seven.test.ts', "it.only('seven', () => {});\n"],
    good: ['bench/seven.test.ts', "it('seven', () => {});\n"],
  },
  {
    rule: 'noSkippedTests',
    bad: ['bench/eight.test.ts', "it.skip('eight', () => {});\n"],
    good: ['bench/eight.test.ts', "it('eight', () => {});\n"],
  },
  {
    rule: 'noDangerouslySetInnerHtml',
    bad: [
      'apps/web/src/nine.tsx',
      'export const Nine = ({ text }: { text: string }) => <p dangerouslySetInnerHTML={{ __html: text }} />;\n',
    ],
    good: ['apps/web/src/nine.tsx', 'export const Nine = ({ text }: { text: string }) => <p>{text}</p>;\n'],
  },
  {
    rule: 'noGlobalEval',
    bad: ['apps/server/src/ten.ts', 'export const ten = (text: string): unknown => eval(text);\n'],
    good: ['apps/server/src/ten.ts', 'export const ten = (text: string): unknown => JSON.parse(text);\n'],
  },
];
