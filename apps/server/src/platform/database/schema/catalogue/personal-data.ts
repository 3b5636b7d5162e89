import { declarePersonalData } from '../personal-data.ts';
import { salesRequests, servicePlans } from './plan.ts';

/** What each table of catalogue holds about people; children before parents. */
export const cataloguePersonalData = [
  declarePersonalData(salesRequests, {
    columns: {
      id: 'none',
      requestNumber: 'none',
      kind: 'none',
      name: 'identity',
      email: 'contact',
      phone: 'contact',
      organisation: 'identity',
      message: 'text',
      createdAt: 'none',
    },
    purpose: 'sales',
    owner: 'lower(email) = any({contacts}) or phone = any({contacts})',
    onDeletion: 'delete',
    retention: 'account',
  }),
  declarePersonalData(servicePlans, {
    columns: {
      id: 'none',
      region: 'none',
      name: 'none',
      speed: 'none',
      downloadMbps: 'none',
      dataLimitGb: 'none',
      atLimit: 'none',
      limitDownloadMbps: 'none',
      limitUploadMbps: 'none',
      freeFromHour: 'none',
      freeUntilHour: 'none',
      sessionsAtOnce: 'none',
      sessionRule: 'none',
      macLock: 'none',
      price: 'none',
      currency: 'none',
      type: 'none',
      features: 'none',
      position: 'none',
      isActive: 'none',
      createdAt: 'none',
    },
    purpose: 'operation',
    onDeletion: 'keep',
    retention: 'operation',
  }),
];
