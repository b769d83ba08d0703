import { expect, test, type Page } from '@playwright/test';
import { pasteScript, scriptText, signIn } from './people';

const SCRIPT = '#!/bin/bash\n#SBATCH --time=5\nhostname\n';

async function fillEverything(page: Page): Promise<void> {
  await pasteScript(page, SCRIPT);
  await page.getByLabel('File name').fill('mine.sh');
  await page.getByLabel('Arguments').fill('one "two words"');
  await page.getByLabel('Job name').fill('kept');
  await page.getByLabel('Time limit').fill('0:10:00');
}

async function everythingIsThere(page: Page): Promise<void> {
  await expect.poll(() => scriptText(page)).toBe(SCRIPT);
  await expect(page.getByLabel('File name')).toHaveValue('mine.sh');
  await expect(page.getByLabel('Arguments')).toHaveValue('one "two words"');
  await expect(page.getByLabel('Job name')).toHaveValue('kept');
  await expect(page.getByLabel('Time limit')).toHaveValue('0:10:00');
}

/** Follows the way to the sign-in that the page shows, through Keycloak's form, and back. */
async function signInAgain(page: Page, notice: string, name: string): Promise<void> {
  await page.getByTestId(notice).getByRole('link', { name: 'Sign in again' }).click();
  await page.locator('#username').fill(name);
  await page.locator('#password').fill(`${name}-demo`);
  await page.locator('#kc-login').click();
  await page.getByTestId('user-menu').waitFor();
  expect(new URL(page.url()).pathname).toBe('/jobs/new');
}

test('a session that ends at the submit loses nothing of what was typed', async ({ page }) => {
  await signIn(page, 'carol', '/jobs/new');
  await fillEverything(page);
  await expect(page.getByTestId('verdict')).toHaveAttribute('data-accepted', 'true');
  await page.context().clearCookies();
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByTestId('submit-refused')).toContainText('Your sign-in has ended');
  await everythingIsThere(page);
  await signInAgain(page, 'submit-refused', 'carol');
  await everythingIsThere(page);
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByTestId('job-id')).toBeVisible();
});

test('a session that ends while one types loses nothing, to the last key', async ({ page }) => {
  await signIn(page, 'carol', '/jobs/new');
  await fillEverything(page);
  await page.context().clearCookies();
  await page.getByLabel('Job name').fill('kep');
  await expect(page.getByTestId('read-session-ended')).toBeVisible();
  await page.getByLabel('Job name').fill('kept');
  await signInAgain(page, 'read-session-ended', 'carol');
  await everythingIsThere(page);
});
