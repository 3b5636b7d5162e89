/** `body` as it is sent, `answer` as it comes; files are texts. */
export type ApiExample = { readonly body?: unknown; readonly answer?: unknown };

const homePlan = {
  id: '1',
  region: 'lagos',
  name: 'Home 10 Mbps',
  speed: '10 Mbps',
  downloadMbps: 10,
  price: 18_600,
  currency: 'NGN',
  type: 'residential',
  features: ['One HD stream and browsing', '150 GB a month'],
  atLimit: { do: 'slower', downloadMbps: 2, uploadMbps: 1 },
};

const officePlan = {
  id: '8',
  region: 'lagos',
  name: 'SME 10 Mbps',
  speed: '10 Mbps',
  downloadMbps: 10,
  price: 20_000,
  currency: 'NGN',
  type: 'sme',
  features: ['Mail, cloud files and card payments', '300 GB a month'],
  atLimit: { do: 'nothing' },
};

const amina = {
  id: 4711,
  email: 'amina.bello@example.com',
  firstName: 'Amina',
  lastName: 'Bello',
  role: 'customer',
  phone: '+2348031234567',
  phoneVerified: true,
  emailVerified: true,
  createdAt: '2026-02-03T08:15:30.000Z',
};

const chidi = { id: 12, name: 'Chidi Okafor' };

const customersFile = [
  'id,name,email,phone,address',
  'RM-1001,Ngozi Eze,ngozi.eze@example.com,0803 765 4321,"5 Adeola Odeku Street, Lagos"',
  'RM-1002,Tunde Adeyemi,tunde.adeyemi@example.com,0809 111 2233,"22 Allen Avenue, Ikeja"',
  '',
].join('\r\n');

const dryRun = {
  id: '0b0f6c52-6a3e-4a53-9d3f-3f1a7a4f5c10',
  kind: 'customers',
  source: 'radiusmanager',
  fileName: 'customers.csv',
  isDryRun: true,
  status: 'running',
  headers: [],
  columns: {},
  readings: {},
  rows: 0,
  accepted: 0,
  rejected: 0,
  repeated: 0,
  sums: null,
  failure: null,
  startedBy: chidi,
  startedAt: '2026-11-30T09:00:00.000Z',
  finishedAt: null,
  undoneAt: null,
};

/**
 * For the calls that integrators begin with, by their `operationId`. A test checks each against the schemas
 * of its call, so that it cannot go stale.
 */
export const apiExamples: Readonly<Record<string, ApiExample>> = {
  listServicePlans: { answer: [homePlan, officePlan] },
  listPlans: {
    answer: [
      { ...homePlan, data: '150 GB' },
      { ...officePlan, data: '300 GB' },
    ],
  },
  sendSalesRequest: {
    body: {
      kind: 'quote',
      name: 'Ngozi Eze',
      email: 'ngozi.eze@example.com',
      phone: '0803 765 4321',
      organisation: 'Eze & Sons Limited',
      message: 'We need 50 Mbps for an office of twelve in Yaba, Lagos.',
    },
    answer: {
      success: true,
      message: 'Thank you. Our sales team will get in touch about request SR-7K2M9P.',
      requestNumber: 'SR-7K2M9P',
    },
  },
  register: {
    body: {
      firstName: 'Amina',
      lastName: 'Bello',
      email: 'amina.bello@example.com',
      password: 'a sentence that only Amina knows',
    },
    answer: {
      success: true,
      message: 'Registration successful',
      user: { ...amina, phone: null, phoneVerified: false, emailVerified: false },
    },
  },
  login: {
    body: { email: 'amina.bello@example.com', password: 'a sentence that only Amina knows' },
    answer: { success: true, message: 'Login successful', user: amina },
  },
  getUser: { answer: amina },
  listGateways: {
    answer: [
      { id: 'paystack', name: 'Paystack', currency: 'NGN' },
      { id: 'flutterwave', name: 'Flutterwave', currency: 'NGN' },
    ],
  },
  initializePayment: {
    body: { amount: 18_600, email: 'amina.bello@example.com', plan: '1' },
    answer: {
      status: 'success',
      data: {
        authorization_url: 'https://checkout.paystack.com/0peioxfhpn',
        reference: 'P8D1F0A3C5B7E9D',
      },
    },
  },
  verifyPayment: {
    body: { reference: 'P8D1F0A3C5B7E9D', gateway: 'paystack' },
    answer: {
      status: 'success',
      message: 'Payment received. Home 10 Mbps. Receipt RCT-2026-000042.',
      data: {
        amount: 18_600,
        reference: 'P8D1F0A3C5B7E9D',
        receiptNumber: 'RCT-2026-000042',
        bought: 'period',
      },
    },
  },
  listStaffPlans: {
    answer: [{ ...homePlan, dataLimitGb: 150, freeHours: null, position: 1, active: true, subscribers: 312 }],
  },
  searchCustomers: {
    answer: [
      {
        id: amina.id,
        name: 'Amina Bello',
        email: amina.email,
        phone: amina.phone,
        company: null,
        role: 'customer',
        disabled: false,
        createdAt: amina.createdAt,
        planName: 'Home 10 Mbps',
        subscriptionStatus: 'active',
        mergedInto: null,
      },
    ],
  },
  addNote: {
    body: { text: 'Wants to be called after six.', clientNoteId: 'crm-4711' },
    answer: {
      success: true,
      message: 'The note is stored.',
      note: { id: 88, text: 'Wants to be called after six.', at: '2026-11-30T09:00:00.000Z' },
    },
  },
  giveCredit: {
    body: { amount: 1500.5, reason: 'Two days without light', clientRequestId: 'crm-credit-4711' },
    answer: {
      success: true,
      message: 'The credit is booked.',
      adjustment: {
        id: '31',
        customer: { id: amina.id, name: 'Amina Bello' },
        amount: 1500.5,
        reason: 'Two days without light',
        status: 'booked',
        requestedBy: chidi,
        decidedBy: null,
        decisionReason: null,
        createdAt: '2026-11-30T09:00:00.000Z',
        decidedAt: null,
      },
    },
  },
  createIncident: {
    body: {
      kind: 'incident',
      severity: 'major',
      area: 'Lagos',
      title: 'A cable is cut',
      startsAt: '2026-11-30T07:40:00Z',
      endsAt: null,
    },
    answer: {
      success: true,
      message: 'Customers see it now.',
      incident: {
        id: '7',
        kind: 'incident',
        severity: 'major',
        status: 'open',
        area: 'Lagos',
        title: 'A cable is cut',
        details: '',
        cause: '',
        updates: [],
        startsAt: '2026-11-30T07:40:00.000Z',
        endsAt: null,
        phase: 'under-way',
        resolvedAt: null,
        createdAt: '2026-11-30T07:52:00.000Z',
      },
    },
  },
  startImport: {
    body: customersFile,
    answer: { success: true, message: 'The file is being checked.', import: dryRun },
  },
  getImport: {
    answer: {
      ...dryRun,
      status: 'done',
      headers: ['id', 'name', 'email', 'phone', 'address'],
      columns: { id: 'id', name: 'name', email: 'email', phone: 'phone', address: 'address' },
      rows: 2,
      accepted: 2,
      finishedAt: '2026-11-30T09:00:02.000Z',
      rejectedRows: [],
    },
  },
  exportRecords: {
    answer: [
      'id,account_number,first_name,last_name,email,phone,area,credit,disabled,created_at,created_at_lagos',
      '4711,3120477104,Amina,Bello,amina.bello@example.com,+2348031234567,Lagos,0.00,false,2026-02-03T08:15:30.000Z,2026-02-03 09:15:30',
      '',
    ].join('\r\n'),
  },
  createWebhookEndpoint: {
    body: {
      url: 'https://crm.example.com/webhooks/portal',
      events: ['payment.successful', 'customer.created'],
      description: 'Our CRM',
    },
    answer: {
      success: true,
      message: 'It is told of events from now on. Keep its secret.',
      endpoint: {
        id: '5d4f2a90-0c1b-4a57-8f6e-2b9c7d1e3f40',
        url: 'https://crm.example.com/webhooks/portal',
        description: 'Our CRM',
        events: ['payment.successful', 'customer.created'],
        isOn: true,
        offReason: null,
        failingSince: null,
        previousSecretUntil: null,
        createdBy: chidi,
        createdAt: '2026-11-30T09:00:00.000Z',
        lastDelivery: null,
      },
      secret: 'whsec_…',
    },
  },
  listWebhookDeliveries: {
    answer: [
      {
        id: 903,
        messageId: 'msg_2f6c1b',
        event: 'payment.successful',
        state: 'delivered',
        attempts: 1,
        lastStatus: 204,
        lastError: null,
        createdAt: '2026-11-30T09:12:00.000Z',
        nextAttemptAt: null,
        deliveredAt: '2026-11-30T09:12:01.000Z',
      },
    ],
  },
};
