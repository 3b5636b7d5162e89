import { Readable } from 'node:stream';
import { foldName } from '@portal/kernel/fold-name';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { readCsv } from '../../platform/files/read-csv.ts';
import { missingLibreOffice, saveByLibreOffice, showInLibreOffice } from '../../testing/libre-office.ts';
import { createStaff, type Staff } from '../../testing/staff-browser.ts';
import { startTestPortal, type TestPortal } from '../../testing/test-portal.ts';
import { createImportTestbed, csvFile } from '../../testing/testbeds/import-testbed.ts';

vi.setConfig({ testTimeout: 300_000, hookTimeout: 60_000 });

const missing = missingLibreOffice();
if (missing !== null) console.log(missing);

let portal: TestPortal;
let staff: Staff;
beforeAll(async () => {
  portal = await startTestPortal();
  staff = await createStaff(portal);
});
afterAll(() => portal.close());

const HAUSA = "Sa'adatu;Mu’azu;Rabi‘u;Shuʼaibu;Isma'il;Ɗan Ladi;Ƙudirat;Abdul-Rahman;Ɓala;'Yar Baba";
const YORUBA = 'Ọláyínká;Adébáyọ̀;Ṣọlá;Fúnmiláyọ̀;Ẹniọlá;Táíwò;Kẹ́hìndé;Olúwaṣeun;Abíọ́dún;Yétúndé';
const IGBO = 'Ńwéké;Chị́dị̀;Ụchennà;Ngọzi;Ṅnamdi;Ọbịnna;Ifeọma;Adaeze;Ebele;Ikéchukwu';
const FIRST_NAMES = [HAUSA, YORUBA, IGBO].flatMap((names) => names.split(';'));
const LAST_NAMES = 'Yar’Adua;Ɗangote;Bello;Okonjo-Iweala;Adéyẹmí;Ọ̀ṣọ́bà;Ákúnyịlị;Ezè;Nwáchukwu;Ọbásanjọ́'.split(';');

const PEOPLE = Array.from({ length: 1000 }, (_, at) => {
  const first = FIRST_NAMES[at % FIRST_NAMES.length] ?? '';
  const last = LAST_NAMES[Math.floor(at / FIRST_NAMES.length) % LAST_NAMES.length] ?? '';
  const phone = `080${String(31_000_000 + at * 7919).slice(0, 8)}`;
  return { id: String(1001 + at), first, last, email: `person-${at}@mail.example`, phone };
});
type Person = (typeof PEOPLE)[number];

const HEADER = ['Customer No', 'First name', 'Last name', 'Email', 'Mobile'];
const rowsOf = (people: readonly Person[]) =>
  people.map(({ id, first, last, email, phone }) => [id, first, last, email, phone]);
const plainFile = (people: readonly Person[]) => Buffer.from(csvFile(HEADER, rowsOf(people)));

/** Commas, double quotes, UTF-8. */
const OPENED = 'CSV:44,34,76,1';
const saved = (people: readonly Person[], filter: string) =>
  saveByLibreOffice(plainFile(people), {
    from: 'csv',
    infilter: OPENED,
    to: `csv:Text - txt - csv (StarCalc):${filter}`,
    made: 'file.csv',
  });

const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;

/** Each of 250 customers, as one program writes it. */
const FILES: readonly (readonly [program: string, write: (people: readonly Person[]) => Promise<Buffer>])[] = [
  // Telephone numbers have become numbers, and lost their zero.
  ['LibreOffice, with semicolons', (people) => saved(people, '59,34,76,1')],
  ['LibreOffice, in UTF-16 with tabs, as Excel’s “Unicode text”', (people) => saved(people, '9,34,65535,1')],
  [
    'Excel, with formulas that keep the zero',
    async (people) => {
      const lines = rowsOf(people).map((cells) =>
        cells.map((cell, at) => quoted(at === 4 ? `="${cell}"` : cell)).join(';'),
      );
      return Buffer.from(`\ufeffsep=;\r\n${HEADER.join(';')}\r\n${lines.join('\r\n')}\r\n`);
    },
  ],
  [
    'Google Sheets, with text marks and decomposed letters of a Mac',
    async (people) => {
      const lines = rowsOf(people).map((cells) =>
        cells.map((cell, at) => quoted(at === 4 ? `'${cell}` : cell.normalize('NFD'))).join(','),
      );
      return Buffer.from([HEADER.join(','), ...lines].join('\r\n'));
    },
  ],
];

it.skipIf(missing !== null)(
  'a thousand customers of four spreadsheet programs are imported, found, exported and opened again, and nothing is lost',
  async () => {
    const bed = createImportTestbed(portal.database);
    for (const [at, [program, write]] of FILES.entries()) {
      const bytes = await write(PEOPLE.slice(at * 250, at * 250 + 250));
      const open = () => readCsv(Readable.from([bytes]));
      const [checked] = await bed.runAll([{ kind: 'customers', open }], { isDryRun: true, source: 'sheets' });
      expect(checked, `${program}: ${JSON.stringify(checked?.rejectedRows.slice(0, 3))}`).toMatchObject({
        accepted: 250,
      });
      const [done] = await bed.runAll([{ kind: 'customers', open }], { source: 'sheets' });
      expect(done, program).toMatchObject({ accepted: 250, rejected: 0 });
    }

    for (const { first, last, email } of PEOPLE.filter((_, at) => at % 33 === 0)) {
      for (const typed of [`${first} ${last}`, `${foldName(first)} ${foldName(last)}`]) {
        const found = await staff.browser.get(`/api/staff/customers?limit=50&search=${encodeURIComponent(typed)}`);
        expect(
          found.json().map((row: { email: string }) => row.email),
          typed,
        ).toContain(email);
      }
    }

    const expected = PEOPLE.map(({ first, last, email, phone }) => ({
      first_name: first.normalize('NFC'),
      last_name: last.normalize('NFC'),
      email,
      phone: `+234${phone.slice(1)}`,
    }));
    const read = (text: string) =>
      parse<Record<string, string>>(text, { columns: true, bom: true })
        .filter(({ email = '' }) => email.startsWith('person-'))
        .map(({ first_name, last_name, email, phone }) => ({
          first_name,
          last_name,
          email,
          phone: phone?.replace(/^'/, ''),
        }));
    const csv = (await staff.browser.get('/api/staff/exports/customers.csv')).body;
    expect(csv.startsWith('\ufeff')).toBe(true);
    expect(read(csv).map((row) => ({ ...row, first_name: row.first_name?.replace(/^'(?=')/, '') }))).toEqual(expected);
    const workbook = (await staff.browser.get('/api/staff/exports/customers.xlsx')).rawPayload;
    expect(read(await showInLibreOffice(workbook, 'customers'))).toEqual(expected);
  },
);
