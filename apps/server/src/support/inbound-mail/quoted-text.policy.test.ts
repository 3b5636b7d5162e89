import { describe, expect, it } from 'vitest';
import { splitQuotedText } from './quoted-text.policy.ts';

const QUOTE = '> We look into it.\n> Your ticket is T-000123.';

describe('the quoted text of a mail', () => {
  it.each([
    [
      'a mail program in English',
      `It is back.\n\nOn Mon, Nov 30, 2026 at 10:00 AM Waya Care <care@waya.example> wrote:\n\n${QUOTE}`,
    ],
    [
      'without an empty line above',
      `It is back.\nOn Mon, Nov 30, 2026 at 10:00 AM Waya <care@waya.example> wrote:\n${QUOTE}`,
    ],
    [
      'over two lines',
      `It is back.\n\nOn Mon, Nov 30, 2026 at 10:00 AM Waya Care\n<care@waya.example> wrote:\n${QUOTE}`,
    ],
    [
      'a mail program in French',
      `It is back.\n\nLe lun. 30 nov. 2026 à 10:00, Waya <care@waya.example> a écrit :\n${QUOTE}`,
    ],
    ['in Yoruba', `It is back.\n\nNí 30/11/2026, Waya <care@waya.example> kọ̀wé pé:\n${QUOTE}`],
    ['in Hausa', `It is back.\n\nA ranar 30/11/2026, Waya <care@waya.example> ya rubuta:\n${QUOTE}`],
    ['in Igbo', `It is back.\n\nNa 30/11/2026, Waya <care@waya.example> dere:\n${QUOTE}`],
    [
      'Outlook',
      'It is back.\n\nFrom: Waya Care <care@waya.example>\nSent: Monday, 30 November 2026 10:00\nTo: Ada\nSubject: T-000123\n\nWe look into it.',
    ],
    ['an old Outlook', 'It is back.\n\n-----Original Message-----\nWe look into it.'],
    ['our own line', 'It is back.\n\n##- Kọ èsì rẹ sókè ìlà yìí -##\n\nWe look into it.'],
    ['lines with signs alone', `It is back.\n\n${QUOTE}`],
  ])('of %s is apart from the answer', (_title, text) => {
    const { body, quoted } = splitQuotedText(text);
    expect(body).toBe('It is back.');
    expect(quoted).toContain('We look into it.');
  });

  it('leaves what somebody wrote below or between the lines that they quote', () => {
    const wrote = 'On Mon, Nov 30, 2026 at 10:00 Waya <care@waya.example> wrote:';
    expect(splitQuotedText(`${wrote}\n> Which lamp is red?\nThe third.\n> Since when?\nSince noon.`)).toEqual({
      body: 'The third.\nSince noon.',
      quoted: `${wrote}\n> Which lamp is red?\nThe third.\n> Since when?\nSince noon.`,
    });
  });

  it.each([
    ['without any', 'Dear all,\n\nmy router is red: since 10:00.\n\nAda'],
    ['that is nothing else', QUOTE],
    ['with a sum of two lines', 'I paid twice:\n5,000 on 29/11\n5,000 on 30/11'],
    ['with a list after a colon', 'These days in 2026:\n- Monday\n- Tuesday'],
    ['with a line about where from', 'From: my house\nto the pole it is 30 m'],
  ])('of a text %s is none', (_title, text) => {
    expect(splitQuotedText(text)).toEqual({ body: text, quoted: null });
  });

  it('is found in a long text without delay', () => {
    const begun = performance.now();
    splitQuotedText('a '.repeat(2_000_000));
    splitQuotedText(`${'On 2026 <a@b.c '.repeat(50)}\n`.repeat(2000));
    expect(performance.now() - begun).toBeLessThan(5000);
  });
});
