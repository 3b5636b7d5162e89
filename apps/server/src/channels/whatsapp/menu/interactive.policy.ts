import type { Turn } from '../../menu/menu.policy.ts';
import type { Say } from '../../menu/menu-screens.ts';
import { choiceId } from './menu-entry.policy.ts';

/** What WhatsApp takes (Cloud API, "Interactive list messages", "Interactive reply buttons messages"). */
const MOST_BUTTONS = 3;
const BUTTON_PLACES = 20;
const ROW_PLACES = 24;
const DESCRIPTION_PLACES = 72;
const BODY_PLACES = 1024;

type Row = { readonly id: string; readonly title: string };

const cut = (text: string, places: number): string =>
  text.length <= places ? text : `${text.slice(0, places - 1).trimEnd()}…`.toWellFormed();

/** Titles of one message have to differ. */
function distinct(rows: readonly Row[], places: number): Row[] {
  const seen = new Set<string>();
  return rows.map(({ id, title }) => {
    let shown = cut(title, places);
    for (let count = 2; seen.has(shown); count++) shown = `${cut(title, places - 3)} ${count}`;
    seen.add(shown);
    return { id, title: shown };
  });
}

const buttonsOf = (rows: readonly Row[]) => ({
  type: 'button',
  action: { buttons: distinct(rows, BUTTON_PLACES).map((reply) => ({ type: 'reply', reply })) },
});

function listOf(rows: readonly Row[], button: string) {
  const titles = distinct(rows, ROW_PLACES);
  const shown = titles.map((row, index) => {
    const whole = rows[index]?.title ?? '';
    return whole === row.title ? row : { ...row, description: cut(whole, DESCRIPTION_PLACES) };
  });
  return { type: 'list', action: { button: cut(button, BUTTON_PLACES), sections: [{ rows: shown }] } };
}

/**
 * A screen of the menu as a message of WhatsApp: what can be chosen as buttons or, where that are more than
 * three or long ones, as a list, and always somebody to talk to. `screen`: its number, which its choices
 * carry, so that one of an earlier message is recognised; those of the first screen are good at any time.
 * `before`: what is said above it.
 */
export function interactiveOf(
  turn: Turn,
  { screen, say, before = null }: { readonly screen: number; readonly say: Say; readonly before?: string | null },
): Readonly<Record<string, unknown>> {
  const isMain = turn.state.at === 'main';
  const rows = [
    ...turn.choices.map(({ entry, label }) => ({
      id: isMain ? choiceId.task(entry) : choiceId.of(screen, entry),
      title: label,
    })),
    ...(turn.ends ? [{ id: choiceId.main, title: say('chatMenu') }] : []),
    { id: choiceId.person, title: say('chatPerson') },
  ];
  const fitsButtons = rows.length <= MOST_BUTTONS && rows.every(({ title }) => title.length <= BUTTON_PLACES);
  const said = [before, turn.body].filter(Boolean).join('\n\n');
  const text = cut(said === '' ? say('chatChoose') : said, BODY_PLACES);
  const shown = fitsButtons ? buttonsOf(rows) : listOf(rows, say('chatChoose'));
  return { type: 'interactive', interactive: { ...shown, body: { text } } };
}
