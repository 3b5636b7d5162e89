import type { HttpClient } from '@portal/server/platform/outside/http-client';
import { about, type Finding } from './finding.ts';

/** Whether the portal on this machine serves requests. */
export async function checkPortal(portal: string, http: HttpClient): Promise<Finding> {
  const subject = about('Portal');
  const answer = await http.send({ method: 'GET', url: `${portal}/readyz` });
  if (answer.kind === 'answered' && answer.status === 200) return subject.ok(`${portal} is ready.`);
  const found = answer.kind === 'answered' ? `status ${answer.status}` : answer.reason;
  return subject.fault(`${portal} is not ready: ${found}.`, 'Read the portal’s log; start it if it does not run.');
}
