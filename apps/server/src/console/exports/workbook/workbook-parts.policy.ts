export const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
export const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATIONSHIPS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';

/** What a spreadsheet makes of a column; `time` is a moment on the clock of Lagos. */
export type ColumnKind = 'text' | 'amount' | 'whole' | 'time';

/** The formats of cells by their places in styles.xml; 0 is the default one, which no cell has. */
export const FORMAT: Readonly<Record<ColumnKind | 'header', number>> = {
  text: 1,
  amount: 2,
  whole: 3,
  time: 4,
  header: 5,
};

/** 49 is text, 4 is 1,234.50 and 1 is 1234 everywhere (ECMA-376 part 1, 18.8.30); fonts are plain and bold. */
const FORMATS = [
  { numFmtId: 0, fontId: 0 },
  { numFmtId: 49, fontId: 0 },
  { numFmtId: 4, fontId: 0 },
  { numFmtId: 1, fontId: 0 },
  { numFmtId: 164, fontId: 0 },
  { numFmtId: 49, fontId: 1 },
];

const formats = FORMATS.map(
  ({ numFmtId, fontId }) =>
    `<xf numFmtId="${numFmtId}" fontId="${fontId}" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/>`,
);

const STYLES = [
  XML,
  `<styleSheet xmlns="${MAIN}">`,
  '<numFmts count="1"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/></numFmts>',
  '<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts>',
  '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>',
  '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>',
  '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>',
  `<cellXfs count="${formats.length}">${formats.join('')}</cellXfs>`,
  '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles>',
  '</styleSheet>',
].join('');

const relationships = (targets: readonly { readonly kind: string; readonly target: string }[]) => {
  const items = targets.map(
    ({ kind, target }, at) => `<Relationship Id="rId${at + 1}" Type="${RELATIONSHIPS}/${kind}" Target="${target}"/>`,
  );
  return `${XML}<Relationships xmlns="${PACKAGE}/relationships">${items.join('')}</Relationships>`;
};

const contentType = ({ path, kind }: { readonly path: string; readonly kind: string }) =>
  `<Override PartName="/xl/${path}" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.${kind}+xml"/>`;

/** Where a sheet is in the workbook, by its number from 1. */
export const sheetPath = (number: number): string => `xl/worksheets/sheet${number}.xml`;

/** The parts of a workbook beside its sheets, by their paths; `name` is that of its first sheet. */
export function workbookParts(name: string, sheetCount: number): readonly (readonly [path: string, xml: string])[] {
  const numbers = Array.from({ length: sheetCount }, (_, at) => at + 1);
  const sheets = numbers.map((number) => {
    const title = number === 1 ? name : `${name} ${number}`;
    return `<sheet name="${title}" sheetId="${number}" r:id="rId${number}"/>`;
  });
  const inWorkbook = numbers.map((number) => ({ kind: 'worksheet', path: `worksheets/sheet${number}.xml` }));
  inWorkbook.push({ kind: 'styles', path: 'styles.xml' });
  const types = [{ kind: 'sheet.main', path: 'workbook.xml' }, ...inWorkbook].map(contentType);
  const xmlTypes =
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>';
  return [
    [
      'xl/workbook.xml',
      `${XML}<workbook xmlns="${MAIN}" xmlns:r="${RELATIONSHIPS}"><sheets>${sheets.join('')}</sheets></workbook>`,
    ],
    ['xl/_rels/workbook.xml.rels', relationships(inWorkbook.map(({ kind, path }) => ({ kind, target: path })))],
    ['xl/styles.xml', STYLES],
    ['_rels/.rels', relationships([{ kind: 'officeDocument', target: 'xl/workbook.xml' }])],
    ['[Content_Types].xml', `${XML}<Types xmlns="${PACKAGE}/content-types">${xmlTypes}${types.join('')}</Types>`],
  ];
}
