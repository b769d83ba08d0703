import type { Browser, Page } from '@playwright/test';

/** Signs a demo person in through Keycloak's own form. */
export async function signIn(
  page: Page,
  name: string,
  to = '/',
  password = `${name}-demo`,
): Promise<void> {
  await page.goto(`/signin?return=${encodeURIComponent(to)}`);
  await page.locator('#username').fill(name);
  await page.locator('#password').fill(password);
  await page.locator('#kc-login').click();
  await page.getByTestId('user-menu').waitFor();
}

/** A browser of their own for a second person. */
export async function asPerson(
  browser: Browser,
  name: string,
  to = '/',
  password?: string,
): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  await signIn(page, name, to, password);
  return page;
}

/** Submits a script on the form and returns the job's number. */
export async function submit(page: Page, script: string): Promise<number> {
  await page.goto('/jobs/new');
  await page.getByTestId('script-editor').fill(script);
  // People in several teams must say which one pays; alice's first one will do.
  const team = page.getByLabel('Team (Slurm account)');
  if (await team.isVisible()) {
    await team.selectOption('vision');
  }
  await page.getByRole('button', { name: 'Submit' }).click();
  await page.getByTestId('job-id').waitFor();
  return Number(new URL(page.url()).pathname.split('/').pop());
}

/** Pastes a script over all that is in the editor, once it is the editor proper. */
export async function pasteScript(page: Page, script: string): Promise<void> {
  const editor = page.getByTestId('script-editor').and(page.locator('.cm-content'));
  await editor.focus();
  await page.keyboard.press('Control+a');
  await editor.evaluate((element, text) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', text);
    const paste = { clipboardData, bubbles: true, cancelable: true };
    element.dispatchEvent(new ClipboardEvent('paste', paste));
  }, script);
}

/** What the editor shows, line by line: of a short script, all of it. */
export async function scriptText(page: Page): Promise<string> {
  const lines = await page.getByTestId('script-editor').locator('.cm-line').allTextContents();
  return lines.join('\n');
}

/** Where pictures for the README go; nowhere unless asked. */
export async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env['GATEHOUSE_PICTURES'];
  if (folder) {
    await page.screenshot({ path: `${folder}/${name}.png` });
  }
}
