import { ROOT } from '../run/run-step.ts';
import { exceptions } from './exceptions.ts';
import { judgeAdvisories, judgeSignatures, type Verdict } from './judge-answers.ts';
import { runNpm } from './run-npm.ts';

// npm run audit: asks the registry for known faults of the production packages, and whether it has
// signed them. Exit code 1: there are faults; 2: the registry did not answer, so nobody knows.

const today = new Date().toISOString().slice(0, 10);
const advisories = judgeAdvisories(await runNpm(['audit', '--omit=dev'], ROOT), exceptions, today);
print('Known faults', advisories);
const signatures = judgeSignatures(await runNpm(['audit', 'signatures', '--omit=dev'], ROOT));
print('Signatures', signatures);
const kinds = [advisories.kind, signatures.kind];
process.exitCode = kinds.includes('faults') ? 1 : kinds.includes('unanswered') ? 2 : 0;

function print(subject: string, verdict: Verdict): void {
  if (verdict.kind === 'passed') console.log(`ok       ${subject}: ${verdict.says}.`);
  if (verdict.kind === 'faults') for (const line of verdict.says) console.log(`FAULT    ${subject}: ${line}`);
  if (verdict.kind === 'unanswered')
    console.log(
      `UNKNOWN  ${subject}: the registry did not answer (${verdict.why}).\n` +
        '         → Run it again where the npm registry can be reached, before the release.',
    );
}
