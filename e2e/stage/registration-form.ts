import type { Page } from '@playwright/test';
import type { Person } from './customer.ts';

/** Types a person's details into the register page, and does not send them. */
export async function fillRegistration(page: Page, person: Person): Promise<void> {
  await page.getByLabel('First Name').fill(person.firstName);
  await page.getByLabel('Last Name').fill(person.lastName);
  await page.getByLabel('Email Address').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByLabel('Confirm Password').fill(person.password);
}
