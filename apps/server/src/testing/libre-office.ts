import { execFile, spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** One line that says why LibreOffice is not available here; null when it is. */
export function missingLibreOffice(): string | null {
  if (!spawnSync('soffice', ['--version'], { stdio: 'ignore' }).error) return null;
  return 'soffice is missing, the test with LibreOffice is left out: sudo apt-get install -y libreoffice-calc-nogui';
}

/** Commas, double quotes, UTF-8, cells as they are shown, and a file for each sheet ("Filter Options for CSV Files"). */
const AS_SHOWN = 'csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,true,true,false,false,-1';

type Conversion = {
  /** Of the file that is read: xlsx, csv. */
  readonly from: string;
  /** A format with its filter, as `--convert-to` takes it. */
  readonly to: string;
  readonly infilter?: string;
  /** The name of the file that is made. */
  readonly made: string;
};

/** A file as LibreOffice saves it in another format. */
export async function saveByLibreOffice(content: Buffer, { from, to, infilter, made }: Conversion): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'libre-office-'));
  try {
    const file = join(folder, `file.${from}`);
    await writeFile(file, content);
    const profile = `-env:UserInstallation=file://${join(folder, 'profile')}`;
    const reading = infilter === undefined ? [] : [`--infilter=${infilter}`];
    const words = [profile, '--headless', ...reading, '--convert-to', to, '--outdir', join(folder, 'made'), file];
    await promisify(execFile)('soffice', words);
    return await readFile(join(folder, 'made', made));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** A sheet of a workbook as LibreOffice shows it, as CSV. */
export async function showInLibreOffice(workbook: Buffer, sheet: string): Promise<string> {
  const shown = await saveByLibreOffice(workbook, { from: 'xlsx', to: AS_SHOWN, made: `file-${sheet}.csv` });
  return shown.toString('utf8');
}
