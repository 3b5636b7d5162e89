import { writeFileSync } from 'node:fs';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';

/**
 * Makes a key pair for backups as `age-keygen` does: npm run backup-key -- FILE writes the identity
 * into a new file and prints the recipient.
 */
export async function backupKey([file]: readonly string[]): Promise<number> {
  if (file === undefined) {
    console.error('Usage: npm run backup-key -- FILE');
    return 2;
  }
  const identity = await generateX25519Identity();
  const recipient = await identityToRecipient(identity);
  try {
    writeFileSync(file, `# public key: ${recipient}\n${identity}\n`, { flag: 'wx', mode: 0o600 });
  } catch (error) {
    console.error(`${file} could not be written: ${String(error)}`);
    return 1;
  }
  console.log(`BACKUP_RECIPIENTS=${recipient}`);
  console.log(`Keep ${file} away from this machine: whoever has it can read the backups, and nobody else can.`);
  return 0;
}
