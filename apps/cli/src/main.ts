import { speedUpImports } from '@portal/server/platform/speed-up-imports';

// The operator's commands on a machine that runs the portal: npm run doctor, npm run staff …

/** Each runs once, with the arguments after its name, and returns the exit code. */
type Command = (args: readonly string[], env: NodeJS.ProcessEnv) => Promise<number>;

const commands: Readonly<Record<string, () => Promise<Command>>> = {
  doctor: async () => (await import('./doctor/doctor.ts')).doctor,
  backup: async () => (await import('./backup/backup.ts')).backup,
  'backup-key': async () => (await import('./backup/backup-key.ts')).backupKey,
  archive: async () => (await import('./archive.ts')).archive,
  'import-archive': async () => (await import('./archive.ts')).importArchive,
  import: async () => (await import('./import.ts')).importCommand,
  'ledger-check': async () => (await import('./ledger-check.ts')).ledgerCheck,
  'verify-audit': async () => (await import('./verify-audit.ts')).verifyAudit,
  restore: async () => (await import('./backup/restore.ts')).restore,
  'restore-drill': async () => (await import('./backup/restore-drill.ts')).restoreDrill,
  'recover-payment': async () => (await import('./recover-payment.ts')).recoverPayment,
  staff: async () => (await import('./staff.ts')).staff,
};

speedUpImports();
const [name = '', ...args] = process.argv.slice(2);
const load = commands[name];
if (load === undefined) {
  console.error(`There is no command "${name}". There are: ${Object.keys(commands).join(', ')}.`);
  process.exitCode = 2;
} else {
  const run = await load();
  process.exitCode = await run(args, process.env);
}
