import { existsSync } from 'node:fs';
import { join, relative } from 'node:path';

/** The drawing that a screen was made after, by the name of its file, where * is the width. */
const MOCKS: Readonly<Record<string, string>> = {
  landing: 'landing-*',
  'landing, with the menu open': 'landing-*-menu',
  plans: 'plans-*',
  'plans, confirming': 'plans-*-dialog',
  'sign in': 'sign-in-*',
  register: 'register-*',
  support: 'support-*',
  'support, chatting': 'support-*-chat',
  payment: 'payment-*',
  dashboard: 'dashboard-overview-*',
  analytics: 'dashboard-analytics-*',
  speedtest: 'dashboard-speedtest-*',
  'not found': '404-*',
  'staff, inbox': 'staff-inbox-*',
  'staff, conversation': 'staff-inbox-*-detail',
};

export type Picture = {
  readonly screen: string;
  readonly width: number;
  readonly colorScheme: 'light' | 'dark';
  readonly file: string;
};

/** The drawing of the same screen, width and theme; null where there is none. */
function mockOf({ screen, width, colorScheme }: Picture, mocks: string): string | null {
  const name = MOCKS[screen]?.replace('*', String(width));
  const file = join(mocks, `${name}${colorScheme === 'dark' ? '-dark' : ''}.png`);
  return name !== undefined && existsSync(file) ? file : null;
}

/** A page in `folder` with all pictures, each beside its drawing where the folder `mocks` has one. */
export function galleryPage(folder: string, pictures: readonly Picture[], mocks: string): string {
  const figure = (file: string, caption: string, width: number) =>
    `<figure><figcaption>${caption}</figcaption><img src="${encodeURI(relative(folder, file))}" width="${width / 2}" loading="lazy" alt=""></figure>`;
  const figures = pictures.map((picture) => {
    const { screen, width, colorScheme, file } = picture;
    const mock = mockOf(picture, mocks);
    const shown = figure(file, `${screen}, ${width} px, ${colorScheme}`, width);
    return mock === null ? shown : shown + figure(mock, 'as it was drawn', width);
  });
  const style =
    'body{font:16px/1.5 sans-serif;background:#ddd}figure{display:inline-block;vertical-align:top;margin:8px}';
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Gallery</title><style>${style}</style>${figures.join('\n')}</html>`;
}
