import { expect, test } from '@playwright/test';

test('who is not signed in is offered to sign in, and led back afterwards', async ({ page }) => {
  await page.goto('/jobs?scope=team');
  const link = page.getByRole('link', { name: 'Sign in' });
  await expect(link).toHaveAttribute('href', '/signin?return=%2Fjobs%3Fscope%3Dteam');
});
