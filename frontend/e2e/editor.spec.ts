import { expect, test } from '@playwright/test';
import { pasteScript, scriptText, signIn } from './people';

test('directives are completed from what the cluster has, with the keyboard alone', async ({
  page,
}) => {
  await signIn(page, 'carol', '/jobs/new');
  await pasteScript(page, '#!/bin/bash\n#SBATCH ');
  await page.keyboard.press('Control+End');
  await page.keyboard.type('--gre');
  const offers = page.getByRole('listbox');
  await expect(offers).toContainText('generic resources on each node');
  await page.keyboard.press('Enter');
  await page.keyboard.type('gpu:');
  await expect(offers).toContainText('gpu:a100:1');
  await page.keyboard.type('a1');
  await expect(offers.getByRole('option')).toHaveCount(1);
  await page.keyboard.press('Tab');
  expect(await scriptText(page)).toBe('#!/bin/bash\n#SBATCH --gres=gpu:a100:1');
  await expect(page.getByTestId('summary')).toContainText('1 a100 GPU');
});

test('the keyboard gets out of the editor', async ({ page }) => {
  await signIn(page, 'carol', '/jobs/new');
  await pasteScript(page, 'a');
  const editor = page.getByTestId('script-editor');
  await page.keyboard.press('Tab');
  await expect(editor).toBeFocused();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Tab');
  await expect(editor).not.toBeFocused();
});

test('a file with CR LF is sent as it is; 50,000 lines stay quick', async ({ page }) => {
  await signIn(page, 'carol', '/jobs/new');
  const crlf = '#!/bin/bash\r\nhostname\r\n';
  const load = (text: string) =>
    page
      .getByTestId('script-file')
      .setInputFiles({ name: 'a.sh', mimeType: 'text/plain', buffer: Buffer.from(text) });
  const read = page.waitForRequest(/scripts\/read/);
  await load(crlf);
  expect((await read).postDataJSON()).toMatchObject({ script: crlf });
  await load('#!/bin/bash\n' + 'echo 0123456789\n'.repeat(50_000));
  await expect(page.locator('.cm-line').nth(1)).toHaveText('echo 0123456789');
  expect(await page.locator('.cm-line').count()).toBeLessThan(500);
  await page.getByTestId('script-editor').click();
  await page.keyboard.press('Control+End');
  await page.keyboard.type('# the end');
  await expect(page.locator('.cm-line').last()).toHaveText('# the end');
});

test('a template is filled, used, kept as one’s own and deleted', async ({ page }) => {
  await signIn(page, 'carol', '/jobs/new');
  await page.getByRole('button', { name: 'Templates' }).click();
  await page.getByRole('button', { name: 'One GPU', exact: true }).click();
  await page.getByLabel('Name of the job').fill('from-a-template');
  await page.getByRole('button', { name: 'Use' }).click();
  await expect(page.locator('.cm-line').nth(1)).toHaveText('#SBATCH --job-name=from-a-template');
  const name = `Mine ${Date.now()}`;
  await page.getByRole('button', { name: 'Keep as template' }).click();
  await expect(page.getByLabel('For everybody')).toHaveCount(0);
  await page.getByRole('dialog').getByLabel(/^Name/).fill(name);
  await page.getByRole('button', { name: 'Keep', exact: true }).click();
  await expect(page.getByText(`Kept: ${name}.`)).toBeVisible();
  await page.getByRole('button', { name: `Delete ${name}` }).click();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(page.getByRole('button', { name: 'One GPU', exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name, exact: true })).toHaveCount(0);
});
