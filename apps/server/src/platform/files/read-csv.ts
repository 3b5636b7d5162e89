import { pipeline, Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';

/** A file that cannot be read as a table; the message is for who chose it. */
export class UnreadableFile extends Error {}

/**
 * A row with its number in the file: the header is row 1, and lines without a value do not count.
 * `delimiter`: what separates the cells, in a CSV file.
 */
export type FileRow = { readonly row: number; readonly cells: readonly string[]; readonly delimiter?: string };

const DELIMITERS = [',', ';', '\t'] as const;
/** An unclosed quote would otherwise take the rest of the file for one cell. */
const LONGEST_RECORD = 200_000;
const FIRST_BYTES = 4096;

/** The sign that occurs most in the first line outside quotes. */
function delimiterOf(beginning: string): string {
  const [line = ''] = beginning.replace(/"[^"]*"/g, '').split(/\r\n|\r|\n/, 1);
  const counted = DELIMITERS.map((delimiter) => ({ delimiter, count: line.split(delimiter).length }));
  return counted.reduce((most, each) => (each.count > most.count ? each : most)).delimiter;
}

async function* startingWith(beginning: Buffer, rest: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  yield beginning;
  for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value;
}

/** "Unicode text" of spreadsheets begins with the byte order mark of UTF-16. */
const UTF_16 = [
  { mark: Buffer.from([0xff, 0xfe]), encoding: 'utf-16le' },
  { mark: Buffer.from([0xfe, 0xff]), encoding: 'utf-16be' },
];
/** Tells Excel the delimiter, and stands in no other program's file. */
const SEPARATOR_LINE = /^\ufeff?sep=(.)\r?\n/i;

async function* asUtf8(chunks: AsyncIterable<Buffer>, encoding: string): AsyncGenerator<Buffer> {
  const decoder = new TextDecoder(encoding);
  for await (const chunk of chunks) yield Buffer.from(decoder.decode(chunk, { stream: true }));
  yield Buffer.from(decoder.decode());
}

/** The first bytes, and everything with them. */
async function readBeginning(chunks: AsyncIterator<Buffer>) {
  let beginning = Buffer.alloc(0);
  for (let next = await chunks.next(); !next.done; next = await chunks.next()) {
    beginning = Buffer.concat([beginning, next.value]);
    if (beginning.length >= FIRST_BYTES) break;
  }
  return beginning;
}

async function open(file: AsyncIterable<Buffer>): Promise<{ delimiter: string; whole: AsyncIterable<Buffer> }> {
  const chunks = file[Symbol.asyncIterator]();
  const beginning = await readBeginning(chunks);
  const wide = UTF_16.find(({ mark }) => beginning.subarray(0, 2).equals(mark));
  if (wide) return open(asUtf8(startingWith(beginning, chunks), wide.encoding));
  const text = beginning.toString('utf8');
  const [line = '', told] = SEPARATOR_LINE.exec(text) ?? [];
  const rest = beginning.subarray(Buffer.byteLength(line));
  return { delimiter: told ?? delimiterOf(text), whole: startingWith(rest, chunks) };
}

/**
 * The rows of a CSV file in UTF-8 or UTF-16, the header first, however long the file is. Commas,
 * semicolons or tabs separate the cells. Throws UnreadableFile.
 */
export async function* readCsv(file: Readable): AsyncGenerator<FileRow> {
  const { delimiter, whole } = await open(file);
  const parser = parse({
    bom: true,
    delimiter,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    skip_records_with_empty_values: true,
    max_record_size: LONGEST_RECORD,
  });
  let row = 0;
  try {
    // An error of either ends the other, and is thrown by the loop.
    pipeline(Readable.from(whole), parser, () => {});
    for await (const cells of parser) {
      // A file in UTF-16 may have half a character, which the database cannot store.
      yield { row: ++row, cells: cells.map((cell: string) => cell.toWellFormed()), delimiter };
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw new UnreadableFile(`The file cannot be read as CSV after row ${row}: a quote is open, or a row is too long`);
  }
}
