import { inflateRawSync } from 'node:zlib';

const END_OF_DIRECTORY = Buffer.from('PK\u0005\u0006');

/** The files of an archive without ZIP64, by their paths, as text. */
export function unzip(archive: Buffer): ReadonlyMap<string, string> {
  const end = archive.lastIndexOf(END_OF_DIRECTORY);
  const files = new Map<string, string>();
  let at = archive.readUInt32LE(end + 16);
  for (let left = archive.readUInt16LE(end + 10); left > 0; left -= 1) {
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map((place) => archive.readUInt16LE(at + place));
    const local = archive.readUInt32LE(at + 42);
    const begin = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28);
    const content = archive.subarray(begin, begin + archive.readUInt32LE(at + 20));
    const name = archive.toString('utf8', at + 46, at + 46 + (nameLength ?? 0));
    files.set(name, inflateRawSync(content).toString('utf8'));
    at += 46 + (nameLength ?? 0) + (extraLength ?? 0) + (commentLength ?? 0);
  }
  return files;
}

const decode = (xml: string) =>
  xml
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
    .replace(/_x005F_/g, '_');

export type Cell = { readonly type: 'text' | 'number'; readonly format: string; readonly value: string };

/** The cells of each row by their columns: A, B. Throws where a sheet has anything that could be run. */
export function readSheet(xml: string): Record<string, Cell>[] {
  if (xml.includes('<f>') || xml.includes('<f ')) throw new Error('the sheet has a formula');
  const rows = [...xml.matchAll(/<row r="(\d+)">(.*?)<\/row>/gs)];
  return rows.map(([, number, cells = ''], at) => {
    if (Number(number) !== at + 1) throw new Error(`row ${number} is at the place of ${at + 1}`);
    const found = [...cells.matchAll(/<c r="([A-Z]+)\d+"([^>]*?)(?:\/>|>(.*?)<\/c>)/gs)];
    return Object.fromEntries(
      found.flatMap(([, column, attributes = '', content]) => {
        if (content === undefined) return [];
        const type = attributes.includes('t="inlineStr"') ? ('text' as const) : ('number' as const);
        const format = / s="(\d+)"/.exec(attributes)?.[1] ?? '';
        return [[column, { type, format, value: decode(content.replace(/<[^>]*>/g, '')) }]];
      }),
    );
  });
}

const firstSheet = (archive: Buffer) => readSheet(unzip(archive).get('xl/worksheets/sheet1.xml') ?? '');

/** The names of the columns of a workbook. */
export function headerOf(archive: Buffer): string[] {
  return Object.values(firstSheet(archive)[0] ?? {}).map(({ value }) => value);
}

/** The rows of the first sheet after its header, by the names in it. */
export function readWorkbook(archive: Buffer): Record<string, Cell>[] {
  const [header = {}, ...rows] = firstSheet(archive);
  const nameOf = (column: string) => header[column]?.value ?? column;
  return rows.map((row) => Object.fromEntries(Object.entries(row).map(([column, cell]) => [nameOf(column), cell])));
}
