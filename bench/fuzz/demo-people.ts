/** The demo customer, who has something of everything, and their password. */
export const DEMO_CUSTOMER = 'customer@example.com';
export const DEMO_PASSWORD = 'Customer123!';
/** The demo owner. */
export const DEMO_STAFF = 'admin@example.com';
