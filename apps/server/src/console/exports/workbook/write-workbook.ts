import { PassThrough, Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import { rowsXml, SHEET_END, type SheetColumn, type SheetRow, sheetBeginning } from './sheet-xml.policy.ts';
import { sheetPath, workbookParts } from './workbook-parts.policy.ts';

/** Of a sheet in Excel, its header included. */
const ROWS_OF_SHEET = 1_048_576;

type Workbook = {
  /** Of its first sheet: at most 25 letters, digits and hyphens. */
  readonly name: string;
  readonly columns: readonly SheetColumn[];
  readonly pages: AsyncIterable<readonly SheetRow[]>;
  readonly rowsOfSheet?: number;
};

/** Hands out the rows of pages in portions: what is left of the current page, `limit` at most; none at the end. */
function createCursor(pages: AsyncIterable<readonly SheetRow[]>) {
  const iterator = pages[Symbol.asyncIterator]();
  let page: readonly SheetRow[] = [];
  const peek = async (): Promise<readonly SheetRow[]> => {
    while (page.length === 0) {
      const next = await iterator.next();
      if (next.done) break;
      page = next.value;
    }
    return page;
  };
  return {
    peek,
    take: async (limit: number): Promise<readonly SheetRow[]> => {
      const rows = (await peek()).slice(0, limit);
      page = page.slice(rows.length);
      return rows;
    },
    close: async () => void (await iterator.return?.(undefined)),
  };
}

async function* writeSheet(
  columns: readonly SheetColumn[],
  cursor: ReturnType<typeof createCursor>,
  rowsOfSheet: number,
): AsyncGenerator<string> {
  yield sheetBeginning(columns, await cursor.peek());
  for (let next = 2; next <= rowsOfSheet; ) {
    const rows = await cursor.take(rowsOfSheet - next + 1);
    if (rows.length === 0) break;
    yield rowsXml(columns, rows, next);
    next += rows.length;
  }
  yield SHEET_END;
}

/**
 * A workbook of Excel (ECMA-376) as a stream that reads the next page when the last one has left: it
 * takes the memory of a few pages. What does not fit on a sheet goes on the next one, under the same
 * header. Destroyed, it reads no further page.
 */
export function writeWorkbook({ name, columns, pages, rowsOfSheet = ROWS_OF_SHEET }: Workbook): Readable {
  const zip = new ZipFile();
  const output = new PassThrough();
  const cursor = createCursor(pages);
  let sheet: Readable | null = null;
  output.once('close', () => sheet?.destroy());
  zip.outputStream.pipe(output);

  async function write(): Promise<void> {
    try {
      let sheetCount = 0;
      do {
        sheetCount += 1;
        sheet = Readable.from(writeSheet(columns, cursor, rowsOfSheet), { objectMode: false });
        zip.addReadStream(sheet, sheetPath(sheetCount));
        await finished(sheet);
      } while ((await cursor.peek()).length > 0 && !output.destroyed);
      for (const [path, xml] of workbookParts(name, sheetCount)) zip.addBuffer(Buffer.from(xml), path);
      zip.end();
    } finally {
      await cursor.close();
    }
  }
  // A sheet that was destroyed with the output is an error too, which nobody waits for any more.
  write().catch((error: Error) => output.destroy(error));
  return output;
}
