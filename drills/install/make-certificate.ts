import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { run } from './debian-tree.ts';

/** A certificate for both hosts, which only the drill trusts: fullchain.pem and privkey.pem. */
export function makeCertificate(folder: string): void {
  chmodSync(folder, 0o755);
  const names = 'subjectAltName=DNS:portal.example.com,DNS:speedtest.example.com';
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2'];
  const files = ['-keyout', join(folder, 'privkey.pem'), '-out', join(folder, 'fullchain.pem')];
  run('openssl', ['req', '-x509', ...key, '-subj', '/CN=portal.example.com', '-addext', names, ...files]);
}
