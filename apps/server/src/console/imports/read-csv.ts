import { pipeline, Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';

/** A file that cannot be read as a table; the message is for who chose it. */
export class UnreadableFile extends Error {}

/** A row with its number in the file: the header is row 1, and lines without a value do not count. */
export type FileRow = { readonly row: number; readonly cells: readonly string[] };

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

/**
 * The rows of a CSV file in UTF-8, the header first, however long the file is. Commas, semicolons or
 * tabs separate the cells. Throws UnreadableFile.
 */
export async function* readCsv(file: Readable): AsyncGenerator<FileRow> {
  const chunks: AsyncIterator<Buffer> = file[Symbol.asyncIterator]();
  let beginning = Buffer.alloc(0);
  for (let next = await chunks.next(); !next.done; next = await chunks.next()) {
    beginning = Buffer.concat([beginning, next.value]);
    if (beginning.length >= FIRST_BYTES) break;
  }
  const parser = parse({
    bom: true,
    delimiter: delimiterOf(beginning.toString('utf8')),
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    skip_records_with_empty_values: true,
    max_record_size: LONGEST_RECORD,
  });
  let row = 0;
  try {
    // An error of either ends the other, and is thrown by the loop.
    pipeline(Readable.from(startingWith(beginning, chunks)), parser, () => {});
    for await (const cells of parser) {
      // A file in UTF-16 may have half a character, which the database cannot store.
      yield { row: ++row, cells: cells.map((cell: string) => cell.toWellFormed()) };
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw new UnreadableFile(`The file cannot be read as CSV after row ${row}: a quote is open, or a row is too long`);
  }
}
