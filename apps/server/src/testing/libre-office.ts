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

/** A sheet of a workbook as LibreOffice shows it, as CSV. */
export async function showInLibreOffice(workbook: Buffer, sheet: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'libre-office-'));
  try {
    await writeFile(join(folder, 'file.xlsx'), workbook);
    const profile = `-env:UserInstallation=file://${join(folder, 'profile')}`;
    const words = [profile, '--headless', '--convert-to', AS_SHOWN, '--outdir', folder, join(folder, 'file.xlsx')];
    await promisify(execFile)('soffice', words);
    return await readFile(join(folder, `file-${sheet}.csv`), 'utf8');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
