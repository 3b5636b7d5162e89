import { startGatewaySandbox } from '../../bench/crash/gateway-sandbox.ts';
import { type WalkPlan, walkAsCustomer } from './customer-walk.ts';

// The walk as a program of its own, which runs where the portal's address and the gateways are the
// machine's own. The plan is its argument, in JSON.

const plan: WalkPlan = JSON.parse(process.argv[2] ?? '');
const sandbox = await startGatewaySandbox(plan.gatewayPort, plan.origin);
try {
  await walkAsCustomer(plan, (sentence) => console.log(`  ✓ ${sentence}`));
} catch (error) {
  console.error(`  ✗ ${error instanceof Error ? `${error.message}${error.cause ? ` (${error.cause})` : ''}` : error}`);
  process.exitCode = 1;
} finally {
  await sandbox.close();
}
