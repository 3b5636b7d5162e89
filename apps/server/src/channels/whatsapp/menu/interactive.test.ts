import fc from 'fast-check';
import { expect, it } from 'vitest';
import { menuStart, showMain, type Turn } from '../../menu/menu.policy.ts';
import { createSay } from '../../menu/menu-screens.ts';
import { menuLanguages } from '../../menu/texts/menu-texts.ts';
import { interactiveOf } from './interactive.policy.ts';

const facts = {
  form: 'chat' as const,
  brandName: 'Confluence Networks of Nigeria',
  code: null,
  site: 'my.example.ng',
  supportPhone: '+234 800 000 0000',
};
const SEED = 20_261_130;

type Row = { readonly id: string; readonly title: string; readonly description?: string };
type Interactive = {
  readonly type: string;
  readonly body: { readonly text: string };
  readonly action: {
    readonly button?: string;
    readonly buttons?: readonly { readonly reply: Row }[];
    readonly sections?: readonly { readonly rows: readonly Row[] }[];
  };
};

/** Fails where WhatsApp would refuse the message; returns its choices. */
function expectTaken(message: Readonly<Record<string, unknown>>): { readonly type: string; readonly rows: Row[] } {
  const { type, body, action } = message.interactive as Interactive;
  const rows = action.buttons?.map(({ reply }) => reply) ?? action.sections?.flatMap((section) => section.rows) ?? [];
  expect(body.text.length).toBeGreaterThan(0);
  expect(body.text.length).toBeLessThanOrEqual(1024);
  expect(rows.length).toBeGreaterThan(0);
  expect(rows.length).toBeLessThanOrEqual(type === 'button' ? 3 : 10);
  expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
  expect(new Set(rows.map(({ title }) => title)).size).toBe(rows.length);
  for (const { id, title, description = '' } of rows) {
    expect(id.length).toBeLessThanOrEqual(200);
    expect(title.length).toBeGreaterThan(0);
    expect(title.length).toBeLessThanOrEqual(type === 'button' ? 20 : 24);
    expect(description.length).toBeLessThanOrEqual(72);
  }
  if (type === 'list') {
    expect(action.button?.length).toBeGreaterThan(0);
    expect(action.button?.length).toBeLessThanOrEqual(20);
  }
  return { type, rows };
}

it.each(menuLanguages)(
  'the first screen is a list in $name, with whole titles and somebody to talk to',
  ({ language }) => {
    const turn = showMain(facts, menuStart(language));
    const say = createSay(language, facts);
    const { type, rows } = expectTaken(interactiveOf(turn, { screen: 1, say }));
    expect(type).toBe('list');
    expect(rows).toHaveLength(7);
    expect(rows.map(({ title }) => title)).toEqual([...turn.choices.map(({ label }) => label), say('chatPerson')]);
    expect(rows.at(-1)?.id).toBe('menu:person');
  },
);

it('a last screen has two buttons: the menu, and somebody', () => {
  const turn: Turn = {
    state: { ...menuStart('en'), at: 'end' },
    text: 'To pay now: N25,000.',
    body: 'To pay now: N25,000.',
    choices: [],
    ends: true,
  };
  const { type, rows } = expectTaken(interactiveOf(turn, { screen: 7, say: createSay('en', facts) }));
  expect(type).toBe('button');
  expect(rows).toEqual([
    { id: 'menu:main', title: 'Menu' },
    { id: 'menu:person', title: 'Talk to somebody' },
  ]);
});

it('is taken by WhatsApp whatever accounts and lines are called, also where two are called the same', () => {
  const label = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 120 }).filter((text) => text.trim() !== '');
  fc.assert(
    fc.property(
      fc.array(label, { maxLength: 5 }),
      fc.string({ unit: 'grapheme', maxLength: 3000 }),
      fc.boolean(),
      (labels, body, isTwice) => {
        const all = isTwice ? [...labels, ...labels].slice(0, 6) : labels;
        const turn: Turn = {
          state: { ...menuStart('yo'), at: 'account' },
          text: '',
          body,
          choices: all.map((each, index) => ({ entry: String(index), label: each })),
          ends: false,
        };
        const { rows } = expectTaken(interactiveOf(turn, { screen: 123, say: createSay('yo', facts) }));
        expect(rows).toHaveLength(all.length + 1);
      },
    ),
    { seed: SEED, numRuns: 1000 },
  );
});
